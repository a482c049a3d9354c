/** The kinds of screens in which auctions are written, conducted and bid in. */
export type AuctionSlots = {
  list: 'buyerId?'
  create: 'buyerId?'
  categoryEdit: 'jobId' | 'categoryId'
  room: 'categoryId'
}

/** Those of who bids. */
export type BidderSlots = {
  ordered: never
  look: 'companyId' | 'categoryId'
  room: 'categoryId'
  practice: 'categoryId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends AuctionSlots, BidderSlots {}
}
