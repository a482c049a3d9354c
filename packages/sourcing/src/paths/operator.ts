import { cell, type Tables, table } from '@zabuni/activities/table'
import type { SourcingSlots } from '../slots.ts'

const screens = table<SourcingSlots>()

/** Where the operator finds each kind of screen. */
export const OPERATOR: Tables<SourcingSlots> = {
  '': screens({
    supplierLists: cell('/zabuni/supplier-lists', 'MANAGE_JOB'),
    supplierList: cell('/zabuni/supplier-lists/:listId', 'MANAGE_JOB'),
  }),
  prequalification: screens({
    buyers: cell('/zabuni/prequal/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/prequalifications', 'MANAGE_JOB'),
    create: cell('/zabuni/create/prequalification', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/prequalification/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/prequalification/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/prequalification/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell(
      '/zabuni/prequalification/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell(
      '/zabuni/prequalification/category/details/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDuplicate: cell(
      '/zabuni/prequalification/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    previewQuestions: cell(
      '/zabuni/prequal/preview_questions/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell('/zabuni/prequal/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell(
      '/zabuni/prequal/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/zabuni/prequal/section/questions/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questionCreate: cell(
      '/zabuni/prequal/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/zabuni/prequal/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/zabuni/prequal/invited/suppliers/:jobId/:categoryId'),
  }),
  // The specification has no expression of interest on this desk: its paths follow the base of its family.
  expression_of_interest: screens({
    buyers: cell('/zabuni/expression_of_interest/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/expression_of_interest/list', 'MANAGE_JOB'),
    create: cell('/zabuni/create/expression_of_interest', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/expression_of_interest/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/expression_of_interest/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell(
      '/zabuni/expression_of_interest/create/category/:jobId',
      'MANAGE_CATEGORY',
    ),
    categoryEdit: cell(
      '/zabuni/expression_of_interest/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell(
      '/zabuni/expression_of_interest/category/details/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDuplicate: cell(
      '/zabuni/expression_of_interest/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    previewQuestions: cell(
      '/zabuni/expression_of_interest/preview_questions/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell(
      '/zabuni/expression_of_interest/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/zabuni/expression_of_interest/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell(
      '/zabuni/expression_of_interest/section/questions/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionCreate: cell(
      '/zabuni/expression_of_interest/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/zabuni/expression_of_interest/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/zabuni/expression_of_interest/invited/suppliers/:jobId/:categoryId'),
  }),
  tender: screens({
    buyers: cell('/zabuni/tender/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/tenders', 'MANAGE_JOB'),
    create: cell('/zabuni/create/tender', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/tender/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/tender/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/tender/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell('/zabuni/tender/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDetails: cell('/zabuni/tender/category/details/:jobId/:categoryId', 'MANAGE_CATEGORY'),
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
}
