import type { Privilege } from '@zabuni/routing/guard'
import type { ParamsOf } from '@zabuni/routing/path'
import type { LazyScreen } from '@zabuni/routing/row'

type Cat = 'jobId' | 'categoryId'

/** The parameters of each kind of screen. A slot knows neither whose console nor which activity it serves. */
export type SlotParams = {
  buyers: never
  list: never
  create: never
  edit: 'jobId'
  details: 'jobId'
  categoryCreate: 'jobId'
  categoryEdit: Cat
  categoryDetails: Cat
  categoryDuplicate: Cat
  items: Cat
  previewQuestions: Cat
  sectionCreate: Cat
  sectionEdit: Cat | 'sectionId'
  questions: 'categoryId' | 'sectionId'
  questionCreate: 'categoryId' | 'sectionId'
  questionEdit: 'categoryId' | 'sectionId' | 'questionId'
  invited: Cat
  invite: Cat
  opening: 'categoryId'
  evaluationInstructions: 'categoryId'
  conductEvaluation: 'categoryId' | 'participantId'
  ranking: 'categoryId'
  letters: Cat
}
/** One kind of screen. */
export type Slot = keyof SlotParams

/** Keys whose path names a parameter the slot does not know, or that are no slot at all. */
type Wrong<T> = {
  [K in keyof T as K extends Slot
    ? T[K] extends string
      ? [ParamsOf<T[K]>] extends [SlotParams[K]]
        ? never
        : K
      : K
    : K]: never
}
/** Literal paths, so that they can be searched for; only the wrong line is a compile error. */
export const paths = <const T extends Record<string, string>>(
  table: T & Wrong<T>,
): Partial<Record<Slot, string>> => table

type SlotScreen = {
  screen: LazyScreen
  /** The operation without which the screen is of no use: its guard is the screen's on the buyer desk. */
  operation: string
  /** What the specification asks of the operator's people. */
  operator?: Privilege
}

/** Slots whose screens another package draws; here they are addresses only. */
export type Elsewhere = 'letters'
/** Slots drawn here. */
export type DrawnSlot = Exclude<Slot, Elsewhere>

/** What is drawn in each slot, and who may see it. */
export const SLOTS: Record<DrawnSlot, SlotScreen> = {
  buyers: {
    screen: () => import('./screens/buyers.tsx'),
    operation: 'buyers',
    operator: 'MANAGE_JOB',
  },
  list: {
    screen: () => import('./screens/job-list.tsx'),
    operation: 'jobs',
    operator: 'MANAGE_JOB',
  },
  create: {
    screen: () => import('./screens/job-form.tsx'),
    operation: 'createJob',
    operator: 'MANAGE_JOB',
  },
  edit: {
    screen: () => import('./screens/job-form.tsx'),
    operation: 'updateJob',
    operator: 'MANAGE_JOB',
  },
  details: {
    screen: () => import('./screens/job-details.tsx'),
    operation: 'job',
    operator: 'MANAGE_JOB',
  },
  categoryCreate: {
    screen: () => import('./screens/category-form.tsx'),
    operation: 'createCategory',
    operator: 'MANAGE_CATEGORY',
  },
  categoryEdit: {
    screen: () => import('./screens/category-form.tsx'),
    operation: 'updateCategory',
    operator: 'MANAGE_CATEGORY',
  },
  categoryDetails: {
    screen: () => import('./screens/category-details.tsx'),
    operation: 'category',
    operator: 'MANAGE_CATEGORY',
  },
  categoryDuplicate: {
    screen: () => import('./screens/category-duplicate.tsx'),
    operation: 'createDuplicate',
  },
  items: { screen: () => import('./screens/items.tsx'), operation: 'category' },
  previewQuestions: {
    screen: () => import('./screens/preview.tsx'),
    operation: 'previewCategory',
    operator: 'MANAGE_CATEGORY',
  },
  sectionCreate: {
    screen: () => import('./screens/section-form.tsx'),
    operation: 'createSection',
    operator: 'MANAGE_CRETERIA',
  },
  sectionEdit: {
    screen: () => import('./screens/section-form.tsx'),
    operation: 'updateSection',
    operator: 'MANAGE_CRETERIA',
  },
  questions: {
    screen: () => import('./screens/questions.tsx'),
    operation: 'category',
    operator: 'MANAGE_CRETERIA',
  },
  questionCreate: {
    screen: () => import('./screens/question-form.tsx'),
    operation: 'createQuestion',
    operator: 'MANAGE_CRETERIA',
  },
  questionEdit: {
    screen: () => import('./screens/question-form.tsx'),
    operation: 'updateQuestion',
    operator: 'MANAGE_CRETERIA',
  },
  invited: { screen: () => import('./screens/invited.tsx'), operation: 'invitations' },
  invite: { screen: () => import('./screens/invite.tsx'), operation: 'invite' },
  opening: { screen: () => import('./screens/opening.tsx'), operation: 'evaluationDesk' },
  evaluationInstructions: {
    screen: () => import('./screens/evaluation.tsx'),
    operation: 'evaluationDesk',
  },
  conductEvaluation: {
    screen: () => import('./screens/conduct-evaluation.tsx'),
    operation: 'evaluationSheet',
  },
  ranking: { screen: () => import('./screens/ranking.tsx'), operation: 'evaluationDesk' },
}

/** The privilege that each guarded operation asks for; a test holds it against the server's document. */
export const PRIVILEGE_OF: Readonly<Record<string, Privilege>> = {
  createJob: 'MANAGE_JOB',
  updateJob: 'MANAGE_JOB',
  createCategory: 'MANAGE_CATEGORY',
  updateCategory: 'MANAGE_CATEGORY',
  createDuplicate: 'MANAGE_CATEGORY',
  createSection: 'MANAGE_CRETERIA',
  updateSection: 'MANAGE_CRETERIA',
  createQuestion: 'MANAGE_CRETERIA',
  updateQuestion: 'MANAGE_CRETERIA',
  invite: 'INVITE_SUPPLIERS',
  buyers: 'MANAGE_JOB',
  evaluationSheet: 'EVALUATE_BIDS',
}
