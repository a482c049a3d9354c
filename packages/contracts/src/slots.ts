/** The kinds of screens of contracts. */
export type ContractSlots = {
  dashboard: never
  contracts: never
  contract: 'contractId'
  contractUpdate: 'contractId'
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

declare module '@zabuni/activities/slots' {
  interface Slots extends ContractSlots, LibrarySlots, CategorySlots {}
}
