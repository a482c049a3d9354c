import { cell, rowsOf, type Screen, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, PATHS } from './paths.ts'
import type { BesideSlots, SourcingSlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof SourcingSlots, Screen>> = {
  buyers: { screen: () => import('./screens/buyers.tsx'), operation: 'buyers' },
  list: { screen: () => import('./screens/job-list.tsx'), operation: 'jobs' },
  create: { screen: () => import('./screens/job-form.tsx'), operation: 'createJob' },
  edit: { screen: () => import('./screens/job-form.tsx'), operation: 'updateJob' },
  details: { screen: () => import('./screens/job-details.tsx'), operation: 'job' },
  categoryCreate: {
    screen: () => import('./screens/category-form.tsx'),
    operation: 'createCategory',
  },
  categoryEdit: {
    screen: () => import('./screens/category-form.tsx'),
    operation: 'updateCategory',
  },
  categoryDetails: {
    screen: () => import('./screens/category-details.tsx'),
    operation: 'category',
  },
  categoryDuplicate: {
    screen: () => import('./screens/category-duplicate.tsx'),
    operation: 'createDuplicate',
  },
  items: { screen: () => import('./screens/items.tsx'), operation: 'category' },
  categoryTechnical: {
    screen: () => import('./screens/category-technical.tsx'),
    operation: 'category',
  },
  itemCreate: { screen: () => import('./screens/item-form.tsx'), operation: 'createItem' },
  itemEdit: { screen: () => import('./screens/item-form.tsx'), operation: 'updateItem' },
  itemDetails: { screen: () => import('./screens/item-details.tsx'), operation: 'category' },
  questionsUpload: {
    screen: () => import('./screens/questions-upload.tsx'),
    operation: 'checkWorkbook',
  },
  itemsUpload: { screen: () => import('./screens/items-upload.tsx'), operation: 'checkWorkbook' },
  categoriesUpload: {
    screen: () => import('./screens/categories-upload.tsx'),
    operation: 'checkWorkbook',
  },
  previewQuestions: {
    screen: () => import('./screens/preview.tsx'),
    operation: 'previewCategory',
  },
  sectionCreate: {
    screen: () => import('./screens/section-form.tsx'),
    operation: 'createSection',
  },
  sectionEdit: { screen: () => import('./screens/section-form.tsx'), operation: 'updateSection' },
  questions: { screen: () => import('./screens/questions.tsx'), operation: 'category' },
  questionCreate: {
    screen: () => import('./screens/question-form.tsx'),
    operation: 'createQuestion',
  },
  questionEdit: {
    screen: () => import('./screens/question-form.tsx'),
    operation: 'updateQuestion',
  },
  invited: { screen: () => import('./screens/invited.tsx'), operation: 'invitations' },
  invite: { screen: () => import('./screens/invite.tsx'), operation: 'invite' },
  supplierLists: {
    screen: () => import('./screens/supplier-lists.tsx'),
    operation: 'supplierLists',
  },
  supplierList: { screen: () => import('./screens/supplier-list.tsx'), operation: 'supplierList' },
  inviteLists: {
    screen: () => import('./screens/supplier-lists.tsx'),
    operation: 'inviteFromList',
  },
  inviteListCategories: {
    screen: () => import('./screens/supplier-lists.tsx'),
    operation: 'inviteFromList',
  },
  inviteList: { screen: () => import('./screens/invite-list.tsx'), operation: 'inviteFromList' },
}

const beside = table<BesideSlots>()
// The specification knows the first on the buyer's desk alone; the operator sends files, and answers, where the category
// stands. Notices of questions know no activity: they lead to a screen that does not ask for it.
const BESIDE = {
  buyer: beside({
    attachmentsUpload: cell('/uploadmultiple'),
    clarifications: cell('/company/questions/:categoryId'),
  }),
  operator: beside({}),
}

/** Every screen in which jobs are written on one desk; the operator acts for many buyers: there the server decides. */
export const sourcingRows = (desk: 'buyer' | 'operator'): Row[] => [
  ...rowsOf({
    desk,
    tables: PATHS[desk],
    aliases: ALIASES[desk],
    screens: SCREENS,
    byModule: desk === 'buyer',
  }),
  ...rowsOf({
    desk,
    tables: { '': BESIDE[desk] },
    screens: {
      attachmentsUpload: {
        screen: () => import('./screens/attachments.tsx'),
        operation: 'category',
      },
      clarifications: {
        screen: () => import('./screens/clarifications.tsx'),
        operation: 'clarifications',
      },
    },
  }),
]
