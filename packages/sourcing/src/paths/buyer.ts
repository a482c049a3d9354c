import { cell, type Tables, table } from '@zabuni/activities/table'
import type { SourcingSlots } from '../slots.ts'

const screens = table<SourcingSlots>()

/** Where a buyer finds each kind of screen. */
export const BUYER: Tables<SourcingSlots> = {
  '': screens({
    // The specification follows uploads and has no screen on which they begin: one for all activities.
    questionsUpload: cell('/company/workbooks/questions/:jobId'),
    itemsUpload: cell('/company/workbooks/items/:jobId/:categoryId'),
    categoriesUpload: cell('/company/workbooks/categories/:jobId'),
    supplierLists: cell('/company/supplier-lists'),
    supplierList: cell('/company/supplier-lists/:listId'),
  }),
  prequalification: screens({
    list: cell('/company/prequalifications'),
    create: cell('/company/create/prequalification', 'MANAGE_JOB'),
    edit: cell('/company/edit/prequalification/:jobId', 'MANAGE_JOB'),
    details: cell('/company/prequalification/details/:jobId'),
    categoryCreate: cell('/company/prequalification/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell(
      '/company/prequalification/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/company/prequalification/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/prequalification/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell('/company/prequal/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell(
      '/company/prequal/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/prequal/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/prequal/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/prequal/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/prequal/invited/suppliers/:jobId/:categoryId'),
    invite: cell('/company/prequal/invite/system/suppliers/:jobId/:categoryId', 'INVITE_SUPPLIERS'),
  }),
  expression_of_interest: screens({
    list: cell('/company/expression_of_interest/list'),
    create: cell('/company/create/expression_of_interest', 'MANAGE_JOB'),
    edit: cell('/company/edit/expression_of_interest/:jobId', 'MANAGE_JOB'),
    details: cell('/company/expression_of_interest/details/:jobId'),
    categoryCreate: cell(
      '/company/expression_of_interest/create/category/:jobId',
      'MANAGE_CATEGORY',
    ),
    categoryEdit: cell(
      '/company/expression_of_interest/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/company/expression_of_interest/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/expression_of_interest/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell(
      '/company/expression_of_interest/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/company/expression_of_interest/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/expression_of_interest/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/expression_of_interest/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/expression_of_interest/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/expression_of_interest/invited/suppliers/:jobId/:categoryId'),
    invite: cell(
      '/company/expression_of_interest/invite/system/suppliers/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
  }),
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
    invite: cell('/company/tender/invite/system/suppliers/:jobId/:categoryId', 'INVITE_SUPPLIERS'),
    // The specification invites from lists to requests for quotation alone: docs/decisions says why tenders do too.
    inviteLists: cell(
      '/company/tender/invite/from/prequal/list/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
    inviteListCategories: cell(
      '/company/tender/invite/from/prequal/category/list/:jobId/:categoryId/:parentId',
      'INVITE_SUPPLIERS',
    ),
    inviteList: cell(
      '/company/tender/invite/from/prequal/category/suppliers/:jobId/:categoryId/:parentId/:listId',
      'INVITE_SUPPLIERS',
    ),
  }),
  rfq: screens({
    list: cell('/company/rfqs'),
    create: cell('/company/create/rfq', 'MANAGE_JOB'),
    edit: cell('/company/edit/rfq/:jobId', 'MANAGE_JOB'),
    details: cell('/company/rfq/details/:jobId'),
    categoryCreate: cell('/company/rfq/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell('/company/rfq/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDetails: cell('/company/rfq/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/rfq/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    items: cell('/company/rfq/financial/details/:jobId/:categoryId'),
    // A request may ask questions; the specification has no row for them, nor for editing the job.
    sectionCreate: cell('/company/rfq/create/section/:jobId/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell('/company/rfq/edit/section/:jobId/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questions: cell('/company/rfq/section/questions/:categoryId/:sectionId'),
    questionCreate: cell('/company/rfq/create/question/:categoryId/:sectionId', 'MANAGE_CRETERIA'),
    questionEdit: cell(
      '/company/rfq/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/rfq/invited/suppliers/:jobId/:categoryId'),
    inviteLists: cell(
      '/company/rfq/invite/from/prequal/list/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
    inviteListCategories: cell(
      '/company/rfq/invite/from/prequal/category/list/:jobId/:categoryId/:parentId',
      'INVITE_SUPPLIERS',
    ),
    inviteList: cell(
      '/company/rfq/invite/from/prequal/category/suppliers/:jobId/:categoryId/:parentId/:listId',
      'INVITE_SUPPLIERS',
    ),
  }),
  asset_disposal: screens({
    list: cell('/company/asset_disposal/list'),
    create: cell('/company/asset_disposal/create', 'MANAGE_JOB'),
    edit: cell('/company/asset_disposal/edit/:jobId', 'MANAGE_JOB'),
    details: cell('/company/asset_disposal/details/:jobId'),
    categoryCreate: cell('/company/asset_disposal/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell(
      '/company/asset_disposal/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/company/asset_disposal/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/asset_disposal/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryTechnical: cell(
      '/company/asset_disposal/category/details/technical/:jobId/:categoryId',
    ),
    items: cell('/company/asset_disposal/financial/details/:jobId/:categoryId'),
    itemCreate: cell('/company/asset_disposal/create/item/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    itemEdit: cell(
      '/company/asset_disposal/edit/item/:jobId/:categoryId/:itemId',
      'MANAGE_CATEGORY',
    ),
    itemDetails: cell('/company/asset_disposal/item/details/:jobId/:categoryId/:itemId'),
    sectionCreate: cell(
      '/company/asset_disposal/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/company/asset_disposal/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/asset_disposal/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/asset_disposal/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/asset_disposal/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/asset_disposal/invited/suppliers/:jobId/:categoryId'),
    invite: cell(
      '/company/asset_disposal/invite/system/suppliers/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
  }),
  // The specification has no supplier registration on this desk: its paths follow the base of its family.
  supplier_registration: screens({
    list: cell('/company/supplier-registration/list'),
    create: cell('/company/supplier-registration/create', 'MANAGE_JOB'),
    edit: cell('/company/supplier-registration/edit/:jobId', 'MANAGE_JOB'),
    details: cell('/company/supplier-registration/details/:jobId'),
    categoryCreate: cell(
      '/company/supplier-registration/create/category/:jobId',
      'MANAGE_CATEGORY',
    ),
    categoryEdit: cell(
      '/company/supplier-registration/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/company/supplier-registration/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/supplier-registration/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell(
      '/company/supplier-registration/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/company/supplier-registration/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/supplier-registration/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/supplier-registration/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/supplier-registration/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/supplier-registration/invited/suppliers/:jobId/:categoryId'),
    invite: cell(
      '/company/supplier-registration/invite/system/suppliers/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
  }),
  // Its sections and questions have no row in the specification either.
  risk_management: screens({
    list: cell('/company/risk_management/list'),
    create: cell('/company/risk_management/create/job', 'MANAGE_JOB'),
    edit: cell('/company/edit/risk_management/:jobId', 'MANAGE_JOB'),
    details: cell('/company/risk_management/details/:jobId'),
    categoryCreate: cell('/company/risk_management/create/category/:jobId', 'MANAGE_CATEGORY'),
    categoryEdit: cell(
      '/company/risk_management/edit/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    categoryDetails: cell('/company/risk_management/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell(
      '/company/risk_management/duplicate/category/:jobId/:categoryId',
      'MANAGE_CATEGORY',
    ),
    sectionCreate: cell(
      '/company/risk_management/create/section/:jobId/:categoryId',
      'MANAGE_CRETERIA',
    ),
    sectionEdit: cell(
      '/company/risk_management/edit/section/:jobId/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/risk_management/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/risk_management/create/question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/risk_management/edit/question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/company/risk_management/invited/suppliers/:jobId/:categoryId'),
    invite: cell(
      '/company/risk_management/invite/system/suppliers/:jobId/:categoryId',
      'INVITE_SUPPLIERS',
    ),
  }),
  reverse_auction: screens({
    categoryDetails: cell('/buyer/:categoryId/reverse/auction'),
    categoryTechnical: cell('/company/:categoryId/technical/reverse/auction'),
    // The specification adds and changes single items and has no screen on which all of them stand.
    items: cell('/buyer/reverse/:categoryId/auction/items'),
    itemCreate: cell('/buyer/reverse/:categoryId/auction/add/item', 'MANAGE_CATEGORY'),
    itemEdit: cell('/buyer/reverse/:categoryId/:itemId/auction/edit/item', 'MANAGE_CATEGORY'),
    itemDetails: cell('/buyer/item/:categoryId/:itemId/reverse/auction'),
    sectionCreate: cell('/company/reverse-auction/create-section/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell(
      '/company/reverse-auction/edit-section/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/reverse-auction/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/reverse-auction/create-question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/reverse-auction/edit-question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/buyer/invited/suppliers/:categoryId/reverse/auction'),
    // Nor one on which they are invited.
    invite: cell('/buyer/invite/suppliers/:categoryId/reverse/auction', 'INVITE_SUPPLIERS'),
  }),
  forward_auction: screens({
    categoryDetails: cell('/buyer/:categoryId/forward/auction'),
    categoryTechnical: cell('/company/:categoryId/technical/forward/auction'),
    // The specification adds and changes single items and has no screen on which all of them stand.
    items: cell('/buyer/forward/:categoryId/auction/items'),
    itemCreate: cell('/buyer/forward/:categoryId/auction/add/item', 'MANAGE_CATEGORY'),
    itemEdit: cell('/buyer/forward/:categoryId/:itemId/auction/edit/item', 'MANAGE_CATEGORY'),
    itemDetails: cell('/buyer/item/:categoryId/:itemId/forward/auction'),
    sectionCreate: cell('/company/forward-auction/create-section/:categoryId', 'MANAGE_CRETERIA'),
    sectionEdit: cell(
      '/company/forward-auction/edit-section/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questions: cell('/company/forward-auction/section/questions/:categoryId/:sectionId'),
    questionCreate: cell(
      '/company/forward-auction/create-question/:categoryId/:sectionId',
      'MANAGE_CRETERIA',
    ),
    questionEdit: cell(
      '/company/forward-auction/edit-question/:categoryId/:sectionId/:questionId',
      'MANAGE_CRETERIA',
    ),
    invited: cell('/buyer/invited/suppliers/:categoryId/forward/auction'),
    // Nor one on which they are invited.
    invite: cell('/buyer/invite/suppliers/:categoryId/forward/auction', 'INVITE_SUPPLIERS'),
  }),
}

/** Its second spellings. */
export const BUYER_ALIASES: Tables<SourcingSlots> = {
  expression_of_interest: screens({ list: cell('/company/expression_of_interest') }),
  asset_disposal: screens({ list: cell('/company/asset_disposal') }),
  risk_management: screens({ list: cell('/company/risk_management') }),
  tender: screens({
    categoryEdit: cell('/company/edit/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    categoryDetails: cell('/company/category/details/:jobId/:categoryId'),
    categoryDuplicate: cell('/company/duplicate/category/:jobId/:categoryId', 'MANAGE_CATEGORY'),
    items: cell('/company/financial/details/:jobId/:categoryId'),
  }),
}
