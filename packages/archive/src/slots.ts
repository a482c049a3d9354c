/** The kinds of screens of the archive. */
export type ArchiveSlots = {
  archiveBuyers: never
  archiveJobs: 'buyerId?'
  archiveJob: 'jobId' | 'activity'
  archiveCategory: 'jobId' | 'activity' | 'categoryId'
  archiveBid: 'activity' | 'categoryId' | 'supplierId'
  archiveManagement: never
  archiveCompanies: never
  archiveOwnBids: 'companyId'
  archiveOwnBid: 'activity' | 'categoryId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends ArchiveSlots {}
}
