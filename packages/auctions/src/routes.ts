import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { BIDDERS, PATHS } from './paths.ts'
import type { AuctionSlots, BidderSlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof AuctionSlots, Screen>> = {
  list: { screen: () => import('./screens/list.tsx'), operation: 'auctions' },
  create: { screen: () => import('./screens/form.tsx'), operation: 'createAuction' },
  categoryEdit: { screen: () => import('./screens/form.tsx'), operation: 'updateAuction' },
  room: { screen: () => import('./screens/console.tsx'), operation: 'auction' },
}

const BIDDING: Readonly<Record<keyof BidderSlots, Screen>> = {
  ordered: { screen: () => import('./screens/seen.tsx'), operation: 'auctions' },
  look: { screen: () => import('./screens/look.tsx'), operation: 'auctionRoom' },
  room: { screen: () => import('./screens/room.tsx'), operation: 'placeBid' },
  practice: { screen: () => import('./screens/practice.tsx'), operation: 'placePracticeBid' },
}

/** Where auctions are written and conducted on one desk. */
export const auctionRows = (desk: keyof typeof PATHS): Row[] =>
  rowsOf({ desk, tables: PATHS[desk], screens: SCREENS, byModule: desk === 'buyer' })

/** Where suppliers take part in them. */
export const bidderAuctionRows: readonly Row[] = rowsOf({
  desk: 'supplier',
  tables: BIDDERS,
  screens: BIDDING,
})
