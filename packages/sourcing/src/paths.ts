import { paths, type Slot } from './slots.ts'

/** Whose side of the counter. */
export type Desk = 'buyer' | 'operator'
/** The activities that have screens; a new one is a row here, its words, and its journey test. */
export type Activity = 'tender'
type Table = Partial<Record<Slot, string>>

/** Where each kind of screen is found, as irregular as the specification has it. */
export const PATHS: Record<Desk, Partial<Record<Activity, Table>>> = {
  buyer: {
    tender: paths({
      list: '/company/tenders',
      create: '/company/create/tender',
      edit: '/company/edit/tender/:jobId',
      details: '/company/tender/details/:jobId',
      categoryCreate: '/company/tender/create/category/:jobId',
      categoryEdit: '/company/tender/edit/category/:jobId/:categoryId',
      categoryDetails: '/company/tender/category/details/:jobId/:categoryId',
      categoryDuplicate: '/company/tender/duplicate/category/:jobId/:categoryId',
      items: '/company/tender/financial/details/:jobId/:categoryId',
      sectionCreate: '/company/tender/create/section/:jobId/:categoryId',
      sectionEdit: '/company/tender/edit/section/:jobId/:categoryId/:sectionId',
      questions: '/company/tender/section/questions/:categoryId/:sectionId',
      questionCreate: '/company/tender/create/question/:categoryId/:sectionId',
      questionEdit: '/company/tender/edit/question/:sectionId/:questionId',
      invited: '/company/tender/invited/suppliers/:jobId/:categoryId',
      invite: '/company/tender/invite/system/suppliers/:jobId/:categoryId',
      opening: '/company/tender/opening/:categoryId',
      evaluationInstructions: '/company/tender/evaluation/instructions/:categoryId',
      conductEvaluation: '/company/tender/conduct/evaluation/:categoryId/:participantId',
      ranking: '/company/tender/ranking/:categoryId',
      letters: '/company/tender/letters/:jobId/:categoryId',
    }),
  },
  operator: {
    tender: paths({
      buyers: '/zabuni/tender/buyers',
      list: '/zabuni/tenders',
      create: '/zabuni/create/tender',
      edit: '/zabuni/edit/tender/:jobId',
      details: '/zabuni/tender/details/:jobId',
      categoryCreate: '/zabuni/tender/create/category/:jobId',
      categoryEdit: '/zabuni/tender/edit/category/:jobId/:categoryId',
      categoryDetails: '/zabuni/tender/category/details/:jobId/:categoryId',
      previewQuestions: '/zabuni/tender/preview_questions/:jobId/:categoryId',
      items: '/zabuni/tender/financial/details/:jobId/:categoryId',
      sectionCreate: '/zabuni/tender/create/section/:jobId/:categoryId',
      sectionEdit: '/zabuni/tender/edit/section/:jobId/:categoryId/:sectionId',
      questions: '/zabuni/tender/section/questions/:categoryId/:sectionId',
      questionCreate: '/zabuni/tender/create/question/:sectionId',
      questionEdit: '/zabuni/tender/edit/question/:sectionId/:questionId',
      invited: '/zabuni/tender/invited/suppliers/:jobId/:categoryId',
    }),
  },
}

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Record<Desk, Partial<Record<Activity, Table>>> = {
  buyer: {
    tender: paths({
      categoryEdit: '/company/edit/category/:jobId/:categoryId',
      categoryDetails: '/company/category/details/:jobId/:categoryId',
      categoryDuplicate: '/company/duplicate/category/:jobId/:categoryId',
      items: '/company/financial/details/:jobId/:categoryId',
    }),
  },
  operator: {},
}

/** Each activity's line in the navigation. */
export const NAV_KEYS = { tender: 'tender' } as const satisfies Record<Activity, string>

/** Whether an activity of the server has screens here. */
export const isActivity = (name: string): name is Activity => Object.hasOwn(NAV_KEYS, name)
