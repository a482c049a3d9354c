import { cell, type Tables, table } from '@zabuni/activities/table'
import type { AuctionSlots, BidderSlots } from './slots.ts'

const screens = table<AuctionSlots>()
const bidders = table<BidderSlots>()

/** The operator has one path for both kinds: the auction knows which it is. */
const OPERATORS = screens({
  list: cell('/zabuni/auction/list', 'MANAGE_JOB'),
  create: cell('/zabuni/add/auction', 'MANAGE_AUCTION'),
  categoryEdit: cell('/zabuni/edit/auction/:categoryId', 'MANAGE_AUCTION'),
  // The specification shows the room on the details alone: it has an address of its own beside them.
  room: cell('/zabuni/:categoryId/auction/room', 'MANAGE_CATEGORY'),
})

/** Where auctions are written and conducted. */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<AuctionSlots>>> = {
  buyer: {
    reverse_auction: screens({
      list: cell('/buyer/list/reverse/auction'),
      create: cell('/buyer/add/reverse/auction', 'MANAGE_AUCTION'),
      categoryEdit: cell('/buyer/edit/:categoryId/reverse/auction', 'MANAGE_AUCTION'),
      room: cell('/buyer/:categoryId/reverse/auction/room'),
    }),
    forward_auction: screens({
      list: cell('/buyer/list/forward/auction'),
      create: cell('/buyer/add/forward/auction', 'MANAGE_AUCTION'),
      categoryEdit: cell('/buyer/edit/:categoryId/forward/auction', 'MANAGE_AUCTION'),
      room: cell('/buyer/:categoryId/forward/auction/room'),
    }),
  },
  operator: { reverse_auction: OPERATORS, forward_auction: OPERATORS },
}

// One path for both kinds: the auction knows which it is.
const practice = cell('/supplier/bid/:categoryId/test/auction', 'SUBMIT_BID')

/** Where a supplier finds auctions, looks at one and bids in it. */
export const BIDDERS: Tables<BidderSlots> = {
  reverse_auction: bidders({
    ordered: cell('/supplier/list/reverse/auction'),
    look: cell('/supplier/:categoryId/reverse/auction'),
    room: cell('/supplier/bid/:categoryId/reverse/auction', 'SUBMIT_BID'),
    practice,
  }),
  forward_auction: bidders({
    ordered: cell('/supplier/list/forward/auction'),
    look: cell('/supplier/:categoryId/forward/auction'),
    room: cell('/supplier/bid/:categoryId/forward/auction', 'SUBMIT_BID'),
    practice,
  }),
}
