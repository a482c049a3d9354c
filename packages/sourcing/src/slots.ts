type Cat = 'jobId' | 'categoryId'

/** The kinds of screens in which jobs are written, suppliers invited, and lists kept of those who passed. */
export type SourcingSlots = {
  buyers: never
  list: 'buyerId?'
  create: 'buyerId?'
  edit: 'jobId'
  details: 'jobId'
  categoryCreate: 'jobId'
  categoryEdit: Cat
  categoryDetails: Cat
  categoryDuplicate: Cat
  categoryTechnical: Cat
  items: Cat
  itemCreate: Cat
  itemEdit: Cat | 'itemId'
  itemDetails: Cat | 'itemId'
  questionsUpload: 'jobId' | 'categoryId?'
  itemsUpload: Cat
  categoriesUpload: 'jobId'
  previewQuestions: Cat
  sectionCreate: Cat | 'parentId?'
  sectionEdit: Cat | 'sectionId'
  questions: 'categoryId' | 'sectionId'
  questionCreate: 'categoryId' | 'sectionId'
  questionEdit: 'categoryId' | 'sectionId' | 'questionId'
  invited: Cat
  invite: Cat
  supplierLists: 'buyerId?'
  supplierList: 'listId'
  inviteLists: Cat
  inviteListCategories: Cat | 'parentId'
  inviteList: Cat | 'parentId' | 'listId'
}

/** What stands beside the activities. */
export type BesideSlots = {
  attachmentsUpload: 'categoryId?'
  clarifications: 'categoryId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends SourcingSlots, BesideSlots {}
}
