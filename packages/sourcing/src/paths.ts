import { cell, type Tables, table } from '@zabuni/activities/table'
import type { SourcingSlots } from './slots.ts'

const screens = table<SourcingSlots>()
type Sides = Readonly<Record<'buyer' | 'operator', Tables<SourcingSlots>>>

/** Where each kind of screen is found, as irregular as the specification has it. */
export const PATHS: Sides = {
  buyer: {
    tender: screens({
      list: cell('/company/tenders'),
      create: cell('/company/create/tender', 'MANAGE_JOB'),
      edit: cell('/company/edit/tender/:jobId', 'MANAGE_JOB'),
      details: cell('/company/tender/details/:jobId'),
      categoryCreate: cell('/company/tender/create/category/:jobId', 'MANAGE_CATEGORY'),
      categoryEdit: cell('/company/tender/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
      categoryDetails: cell('/company/tender/category/details/:jobId/:categoryId'),
      categoryDuplicate: cell(
        '/company/tender/duplicate/category/:jobId/:categoryId',
        'MANAGE_CATEGORY',
      ),
      items: cell('/company/tender/financial/details/:jobId/:categoryId'),
      sectionCreate: cell('/company/tender/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
      sectionEdit: cell(
        '/company/tender/edit/section/:jobId/:categoryId/:sectionId',
        'MANAGE_CRETERIA',
      ),
      questions: cell('/company/tender/section/questions/:categoryId/:sectionId'),
      questionCreate: cell(
        '/company/tender/create/question/:categoryId/:sectionId',
        'MANAGE_CRETERIA',
      ),
      questionEdit: cell('/company/tender/edit/question/:sectionId/:questionId', 'MANAGE_CRETERIA'),
      invited: cell('/company/tender/invited/suppliers/:jobId/:categoryId'),
      invite: cell(
        '/company/tender/invite/system/suppliers/:jobId/:categoryId',
        'INVITE_SUPPLIERS',
      ),
    }),
  },
  operator: {
    tender: screens({
      buyers: cell('/zabuni/tender/buyers', 'MANAGE_JOB'),
      list: cell('/zabuni/tenders', 'MANAGE_JOB'),
      create: cell('/zabuni/create/tender', 'MANAGE_JOB'),
      edit: cell('/zabuni/edit/tender/:jobId', 'MANAGE_JOB'),
      details: cell('/zabuni/tender/details/:jobId', 'MANAGE_JOB'),
      categoryCreate: cell('/zabuni/tender/create/category/:jobId', 'MANAGE_CATEGORY'),
      categoryEdit: cell('/zabuni/tender/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
      categoryDetails: cell(
        '/zabuni/tender/category/details/:jobId/:categoryId',
        'MANAGE_CATEGORY',
      ),
      previewQuestions: cell(
        '/zabuni/tender/preview_questions/:jobId/:categoryId',
        'MANAGE_CATEGORY',
      ),
      items: cell('/zabuni/tender/financial/details/:jobId/:categoryId'),
      sectionCreate: cell('/zabuni/tender/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
      sectionEdit: cell(
        '/zabuni/tender/edit/section/:jobId/:categoryId/:sectionId',
        'MANAGE_CRETERIA',
      ),
      questions: cell('/zabuni/tender/section/questions/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
      questionCreate: cell('/zabuni/tender/create/question/:sectionId', 'MANAGE_CRETERIA'),
      questionEdit: cell('/zabuni/tender/edit/question/:sectionId/:questionId', 'MANAGE_CRETERIA'),
      invited: cell('/zabuni/tender/invited/suppliers/:jobId/:categoryId'),
    }),
  },
}

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Sides = {
  buyer: {
    tender: screens({
      categoryEdit: cell('/company/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
      categoryDetails: cell('/company/category/details/:jobId/:categoryId'),
      categoryDuplicate: cell('/company/duplicate/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
      items: cell('/company/financial/details/:jobId/:categoryId'),
    }),
  },
  operator: {},
}
