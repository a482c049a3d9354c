/** The kinds of screens in which suppliers look at a category and work on their bid. */
export type BiddingSlots = {
  openJobs: never
  companyJobs: 'companyId'
  ongoingBids: never
  closedBids: never
  rankedBids: never
  withdrawals: never
  withdraw: 'categoryId'
  tutorials: never
  category: 'categoryId'
  look: 'companyId' | 'categoryId'
  ordered: never
  dashboard: never
  instructions: 'categoryId'
  bid: 'categoryId' | 'sectionId?'
  financial: 'categoryId'
  advanced: 'categoryId'
  template: 'categoryId' | 'taskId'
  preview: 'categoryId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends BiddingSlots {}
}
