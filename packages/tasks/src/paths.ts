import { cell, type Tables, table } from '@zabuni/activities/table'
import type { TaskSlots } from './slots.ts'

const screens = table<TaskSlots>()

type Sides = Readonly<Record<'buyer' | 'operator', Tables<TaskSlots>>>

/** The operator has one path for auctions of both kinds. */
const AUCTIONS = screens({
  categoryQuestionsProgress: cell(
    '/zabuni/auction/question-upload-progress/:categoryId/:taskId',
    'MANAGE_CATEGORY',
  ),
  downloadProgress: cell('/zabuni/auction/download/progress/:taskId', 'MANAGE_CATEGORY'),
  reportProgress: cell('/zabuni/auction/report/progress/:taskId', 'VIEW_REPORT'),
})

/** Where a task of each activity is followed. */
export const PATHS: Sides = {
  buyer: {
    prequalification: screens({
      scoresProgress: cell(
        '/company/prequal/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      reportProgress: cell('/company/prequal/report/progress/:jobId/:taskId'),
      zipProgress: cell('/company/prequal/zip/files/progress/:taskId/:sectionId', 'EVALUATE_BIDS'),
      suppliersProgress: cell('/company/prequal/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/company/prequal/question/upload/progress/:jobId/:taskId'),
      categoryQuestionsProgress: cell(
        '/company/prequal/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
      categoriesProgress: cell('/company/prequal/category-upload-progress/:jobId/:taskId/'),
    }),
    expression_of_interest: screens({
      scoresProgress: cell(
        '/company/expression_of_interest/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      reportProgress: cell('/company/expression_of_interest/report/progress/:jobId/:taskId'),
      zipProgress: cell(
        '/company/expression_of_interest/zip/files/progress/:taskId/:sectionId',
        'EVALUATE_BIDS',
      ),
      suppliersProgress: cell(
        '/company/expression_of_interest/cat/suppliers/progress/:jobId/:taskId',
      ),
      questionsProgress: cell(
        '/company/expression_of_interest/question/upload/progress/:jobId/:taskId',
      ),
      categoryQuestionsProgress: cell(
        '/company/expression_of_interest/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
    }),
    tender: screens({
      scoresProgress: cell(
        '/company/tender/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      reportProgress: cell('/company/tender/report/progress/:jobId/:taskId'),
      zipProgress: cell('/company/tender/zip/files/progress/:taskId/:sectionId', 'EVALUATE_BIDS'),
      suppliersProgress: cell('/company/tender/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/company/tender/question/upload/progress/:jobId/:taskId'),
      itemsProgress: cell('/company/tender/financial/items/upload/:jobId/:categoryId/:taskId'),
    }),
    rfq: screens({
      scoresProgress: cell(
        '/company/rfq/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      reportProgress: cell('/company/rfq/report/progress/:jobId/:taskId'),
      suppliersProgress: cell('/company/rfq/cat/suppliers/progress/:jobId/:taskId'),
      itemsProgress: cell('/company/rfq/category/upload/progress/:categoryId/:taskId'),
      downloadProgress: cell('/company/rfq/category/download/progress/:categoryId/:taskId'),
    }),
    asset_disposal: screens({
      reportProgress: cell('/company/asset_disposal/report/progress/:jobId/:taskId'),
      zipProgress: cell(
        '/company/asset_disposal/zip/files/progress/:taskId/:sectionId',
        'EVALUATE_BIDS',
      ),
      suppliersProgress: cell('/company/asset_disposal/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/company/asset_disposal/question/upload/progress/:jobId/:taskId'),
    }),
    // The specification has no supplier registration on this desk.
    supplier_registration: screens({
      reportProgress: cell('/company/supplier-registration/report/progress/:jobId/:taskId'),
      suppliersProgress: cell(
        '/company/supplier-registration/cat/suppliers/progress/:jobId/:taskId',
      ),
    }),
    risk_management: screens({
      reportProgress: cell('/company/risk_management/report/progress/:jobId/:taskId'),
      suppliersProgress: cell('/company/risk_management/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/company/risk_management/question/upload/progress/:jobId/:taskId'),
    }),
    reverse_auction: screens({
      categoryQuestionsProgress: cell(
        '/company/reverse-auction/question-upload-progress/:categoryId/:taskId',
      ),
      downloadProgress: cell('/company/auction/download/progress/:taskId'),
      reportProgress: cell('/company/reverse-auction/report/progress/:taskId'),
    }),
    forward_auction: screens({
      categoryQuestionsProgress: cell(
        '/company/forward-auction/question-upload-progress/:categoryId/:taskId',
      ),
      downloadProgress: cell('/company/auction/download/progress/:taskId'),
      reportProgress: cell('/company/forward-auction/report/progress/:taskId'),
    }),
  },
  operator: {
    prequalification: screens({
      scoresProgress: cell(
        '/zabuni/prequal/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      jobScoresProgress: cell('/zabuni/prequal/refresh/scores/:jobId/:taskId', 'EVALUATE_BIDS'),
      reportProgress: cell(
        '/zabuni/prequal/report/progress/:jobId/:taskId/:reportName',
        'VIEW_REPORT',
      ),
      zipProgress: cell('/zabuni/prequal/zip/files/progress/:taskId/:sectionId', 'EVALUATE_BIDS'),
      suppliersProgress: cell('/zabuni/prequal/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/zabuni/prequal/question/upload/progress/:jobId/:taskId'),
      categoryQuestionsProgress: cell(
        '/zabuni/prequal/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
      categoriesProgress: cell('/zabuni/prequal/category-upload-progress/:jobId/:taskId'),
    }),
    tender: screens({
      scoresProgress: cell(
        '/zabuni/tender/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      reportProgress: cell('/zabuni/tender/report/progress/:jobId/:taskId', 'VIEW_REPORT'),
      zipProgress: cell('/zabuni/tender/zip/files/progress/:taskId/:sectionId', 'EVALUATE_BIDS'),
      suppliersProgress: cell('/zabuni/tender/cat/suppliers/progress/:jobId/:taskId'),
      questionsProgress: cell('/zabuni/tender/question/upload/progress/:jobId/:taskId'),
    }),
    rfq: screens({
      reportProgress: cell('/zabuni/rfq/report/progress/:jobId/:taskId', 'VIEW_REPORT'),
      suppliersProgress: cell('/zabuni/rfq/cat/suppliers/progress/:jobId/:taskId'),
      itemsProgress: cell('/zabuni/rfq/category/upload/progress/:categoryId/:taskId'),
      downloadProgress: cell('/zabuni/rfq/category/download/progress/:categoryId/:taskId'),
    }),
    asset_disposal: screens({
      reportProgress: cell(
        '/zabuni/asset-disposal/report/progress/:jobId/:taskId',
        'MANAGE_CATEGORY',
      ),
      suppliersProgress: cell('/zabuni/asset-disposal/cat/suppliers/progress/:jobId/:taskId'),
      categoriesProgress: cell(
        '/zabuni/asset-disposal/category-buyer-upload/progress/:jobId/:taskId',
        'MANAGE_CATEGORY',
      ),
    }),
    supplier_registration: screens({
      zipProgress: cell(
        '/zabuni/supplier-registration/zip/files/progress/:taskId/:sectionId',
        'MANAGE_JOB',
      ),
      reportProgress: cell(
        '/zabuni/supplier-registration/report/progress/:jobId/:taskId',
        'MANAGE_JOB',
      ),
      suppliersProgress: cell(
        '/zabuni/supplier-registration/cat/suppliers/progress/:jobId/:taskId',
        'MANAGE_JOB',
      ),
      questionsProgress: cell(
        '/zabuni/supplier-registration/question/upload/progress/:jobId/:taskId',
        'MANAGE_JOB',
      ),
    }),
    reverse_auction: AUCTIONS,
    forward_auction: AUCTIONS,
  },
}

/** Second spellings of the specification. */
export const ALIASES: Sides = {
  buyer: {
    tender: screens({
      itemsProgress: cell('/company/financial/items/upload/:jobId/:categoryId/:taskId'),
    }),
  },
  operator: {
    prequalification: screens({
      reportProgress: cell('/zabuni/report/progress/:jobId/:taskId/:reportName', 'VIEW_REPORT'),
    }),
  },
}
