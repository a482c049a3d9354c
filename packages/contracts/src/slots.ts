/** The kinds of screens of contracts. */
export type ContractSlots = {
  dashboard: never
  contracts: never
  contract: 'contractId' | 'buyerId?'
  contractUpdate: 'contractId'
}

/** Those in which contracts are made; a desk has one for each way, or one for all of them. */
export type MakingSlots = {
  contractCreate: never
  contractAuthor: never
  contractUpload: never
  contractAsk: never
}

/** Where the operator's people find the contracts of a buyer whom they help. */
export type HelpingSlots = {
  contractBuyers: never
  buyerContracts: 'buyerId' | 'jobId?'
}

/** Those of the library that contracts are written from. */
export type LibrarySlots = {
  clauses: never
  clause: 'sectionId'
  clauseCreate: never
  clauseUpdate: 'sectionId'
  contractTemplates: never
  contractTemplate: 'templateId'
  contractTemplateCreate: never
  contractTemplateUpdate: 'templateId'
}

/** Those of the categories of contracts. */
export type CategorySlots = {
  contractCategories: never
  contractCategoryCreate: never
  contractCategoryEdit: 'categoryId'
}

/** Those of agreeing on contracts, and of those with the operator of the platform. */
export type AgreeingSlots = {
  contractApprove: 'contractId'
  contractApprovers: never
  platformContracts: never
  platformContractUpdate: 'contractId'
}

/** Those of contracts to be signed. */
export type SigningSlots = {
  toSign: never
  signedUpload: 'contractId'
}

/** Those that show contracts by the jobs and categories that they came of. */
export type PlaceSlots = {
  helpedContracts: never
  contractJobs: 'buyerId?'
  contractJob: 'jobId' | 'activity'
  categoryContracts: 'activity' | 'categoryId'
  categoryContractSuppliers: 'categoryId'
}

/** Those of what is in force and what is over. */
export type PastSlots = {
  pastUpload: never
  pastShelves: never
  pastContracts: 'categoryId'
  pastContract: 'contractId'
  pastPerformance: 'contractId'
  contractReports: never
  contractReportProgress: 'taskId'
}

declare module '@zabuni/activities/slots' {
  interface Slots
    extends ContractSlots,
      MakingSlots,
      HelpingSlots,
      LibrarySlots,
      CategorySlots,
      AgreeingSlots,
      SigningSlots,
      PlaceSlots,
      PastSlots {}
}
