import { cell, type Tables, table } from '@zabuni/activities/table'
import type { SourcingSlots } from '../slots.ts'

const screens = table<SourcingSlots>()

/** The operator has one path for auctions of both kinds: the auction knows which it is. */
const AUCTIONS = screens({
  buyers: cell('/zabuni/auction/buyers', 'MANAGE_JOB'),
  categoryDetails: cell('/zabuni/:categoryId/auction', 'MANAGE_CATEGORY'),
  categoryTechnical: cell('/zabuni/auction/:categoryId/technical', 'MANAGE_CATEGORY'),
  items: cell('/zabuni/:categoryId/auction/items', 'MANAGE_CATEGORY'),
  itemCreate: cell('/zabuni/:categoryId/auction/add/item', 'MANAGE_CATEGORY'),
  itemEdit: cell('/zabuni/:categoryId/:itemId/auction/edit/item', 'MANAGE_CATEGORY'),
  itemDetails: cell('/zabuni/item/:categoryId/:itemId/auction', 'MANAGE_CATEGORY'),
  sectionCreate: cell('/zabuni/auction/create-section/:categoryId', 'MANAGE_CRETERIA'),
  sectionEdit: cell('/zabuni/auction/edit-section/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
  // The specification forgot this one here, and how suppliers are invited.
  questions: cell('/zabuni/auction/section/questions/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
  questionCreate: cell('/zabuni/auction/create-question/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
  questionEdit: cell(
    '/zabuni/auction/edit-question/:categoryId/:sectionId/:questionId',
    'MANAGE_CRETERIA',
  ),
  invited: cell('/zabuni/invited/suppliers/:categoryId/auction'),
  invite: cell('/zabuni/invite/suppliers/:categoryId/auction', 'INVITE_SUPPLIERS'),
})

/** Where the operator finds each kind of screen. */
export const OPERATOR: Tables<SourcingSlots> = {
  '': screens({
    // The specification follows uploads and has no screen on which they begin: one for all activities.
    questionsUpload: cell('/zabuni/workbooks/questions/:jobId'),
    itemsUpload: cell('/zabuni/workbooks/items/:jobId/:categoryId'),
    categoriesUpload: cell('/zabuni/workbooks/categories/:jobId'),
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
    categoryDuplicate: cell(
      '/zabuni/tender/duplicate/category/:jobId/:categoryId',
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
    invite: cell('/zabuni/system-invite/categories/:jobId/:categoryId', 'INVITE_SUPPLIERS'),
  }),
  rfq: screens({
    buyers: cell('/zabuni/rfq/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/rfqs', 'MANAGE_JOB'),
    create: cell('/zabuni/create/rfq', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/rfq/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/rfq/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/rfq/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell('/zabuni/rfq/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDetails: cell('/zabuni/rfq/category/details/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDuplicate: cell('/zabuni/rfq/duplicate/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    previewQuestions: cell('/zabuni/rfq/preview_questions/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    items: cell('/zabuni/rfq/financial/details/:jobId/:categoryId'),
    sectionCreate: cell('/zabuni/rfq/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell('/zabuni/rfq/edit/section/:jobId/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questions: cell('/zabuni/rfq/section/questions/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questionCreate: cell('/zabuni/rfq/create/question/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questionEdit: cell(
      '/zabuni/rfq/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/zabuni/rfq/invited/suppliers/:jobId/:categoryId'),
    inviteLists: cell(
      '/zabuni/rfq/invite/from/prequal/list/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
    inviteListCategories: cell(
      '/zabuni/rfq/invite/from/prequal/category/list/:jobId/:categoryId/:parentId',
      'INVITE_SUPPLIERS',
    ),
    inviteList: cell(
      '/zabuni/rfq/invite/from/prequal/category/suppliers/:jobId/:categoryId/:parentId/:listId',
      'INVITE_SUPPLIERS',
    ),
  }),
  asset_disposal: screens({
    buyers: cell('/zabuni/asset/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/assets', 'MANAGE_JOB'),
    create: cell('/zabuni/create/asset', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/asset/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/asset/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/asset/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell('/zabuni/asset/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDetails: cell('/zabuni/asset/category/details/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDuplicate: cell(
      '/zabuni/asset/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    previewQuestions: cell('/zabuni/asset/preview_questions/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryTechnical: cell(
      '/zabuni/asset/category/technical/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    items: cell('/zabuni/asset/financial/details/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    itemCreate: cell('/zabuni/asset/create/item/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    itemEdit: cell('/zabuni/asset/edit/item/:jobId/:categoryId/:itemId', 'MANAGE_CATEGORY'),
    // The specification shows one item on the buyer's desk alone: who writes it here looks at it here.
    itemDetails: cell('/zabuni/asset/item/details/:jobId/:categoryId/:itemId', 'MANAGE_CATEGORY'),
    sectionCreate: cell('/zabuni/asset/create/section/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    sectionEdit: cell(
      '/zabuni/asset/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CATEGORY',
    ),
    questions: cell('/zabuni/asset/section/questions/:categoryId/:sectionId', 'MANAGE_CATEGORY'),
    questionCreate: cell('/zabuni/asset/create/question/:categoryId/:sectionId', 'MANAGE_CATEGORY'),
    questionEdit: cell(
      '/zabuni/asset/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CATEGORY',
    ),
    invited: cell('/zabuni/asset/invited/suppliers/:jobId/:categoryId', 'MANAGE_CATEGORY'),
  }),
  supplier_registration: screens({
    buyers: cell('/zabuni/supplier-registration/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/supplier-registration/list', 'MANAGE_JOB'),
    create: cell('/zabuni/supplier-registration/create', 'MANAGE_JOB'),
    edit: cell('/zabuni/supplier-registration/edit/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/supplier-registration/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/supplier-registration/create/category/:jobId', 'MANAGE_JOB'),
    categoryEdit: cell(
      '/zabuni/supplier-registration/edit/category/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
    categoryDetails: cell(
      '/zabuni/supplier-registration/category/details/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
    categoryDuplicate: cell(
      '/zabuni/supplier-registration/duplicate/category/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
    previewQuestions: cell(
      '/zabuni/supplier-registration/preview_questions/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
    sectionCreate: cell(
      '/zabuni/supplier-registration/create/section/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
    sectionEdit: cell(
      '/zabuni/supplier-registration/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_JOB',
    ),
    questions: cell(
      '/zabuni/supplier-registration/section/questions/:categoryId/:sectionId',
      'MANAGE_JOB',
    ),
    questionCreate: cell(
      '/zabuni/supplier-registration/create/question/:categoryId/:sectionId',
      'MANAGE_JOB',
    ),
    questionEdit: cell(
      '/zabuni/supplier-registration/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_JOB',
    ),
    invited: cell(
      '/zabuni/supplier-registration/invited/suppliers/:jobId/:categoryId',
      'MANAGE_JOB',
    ),
  }),
  risk_management: screens({
    buyers: cell('/zabuni/risk_management/buyers', 'MANAGE_JOB'),
    list: cell('/zabuni/risk_management/list', 'MANAGE_JOB'),
    create: cell('/zabuni/create/risk_management', 'MANAGE_JOB'),
    edit: cell('/zabuni/edit/risk_management/:jobId', 'MANAGE_JOB'),
    details: cell('/zabuni/risk_management/details/:jobId', 'MANAGE_JOB'),
    categoryCreate: cell('/zabuni/risk_management/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell(
      '/zabuni/risk_management/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/zabuni/risk_management/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/zabuni/risk_management/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    previewQuestions: cell(
      '/zabuni/risk_management/preview_questions/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell(
      '/zabuni/risk_management/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/zabuni/risk_management/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell(
      '/zabuni/risk_management/section/questions/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionCreate: cell(
      '/zabuni/risk_management/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/zabuni/risk_management/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/zabuni/risk_management/invited/suppliers/:jobId/:categoryId'),
  }),
  reverse_auction: AUCTIONS,
  forward_auction: AUCTIONS,
}

/** Its second spellings. */
export const OPERATOR_ALIASES: Tables<SourcingSlots> = {
  prequalification: screens({
    previewQuestions: cell('/zabuni/preview_questions/:jobId/:categoryId', 'MANAGE_CATEGORY'),
  }),
  supplier_registration: screens({ list: cell('/zabuni/supplier-registration', 'MANAGE_JOB') }),
  risk_management: screens({
    list: cell('/zabuni/risk_management', 'MANAGE_JOB'),
    // A literal word where the job's id belongs: the record knows its job.
    categoryDetails: cell('/zabuni/risk_management/category/details/risk_id/:categoryId'),
  }),
}
