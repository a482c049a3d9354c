import { cell, type Tables, table } from '@zabuni/activities/table'
import type { TaskSlots } from './slots.ts'

const screens = table<TaskSlots>()

type Sides = Readonly<Record<'buyer' | 'operator', Tables<TaskSlots>>>

/** Where the work of each activity is followed; what has no row in the specification follows its family. */
export const PATHS: Sides = {
  buyer: {
    prequalification: screens({
      scoresProgress: cell('/company/prequal/category/refresh/scores/:jobId/:categoryId/:taskId'),
      questionsProgress: cell('/company/prequal/question/upload/progress/:jobId/:taskId'),
      categoryQuestionsProgress: cell(
        '/company/prequal/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
      categoriesProgress: cell('/company/prequal/category-upload-progress/:jobId/:taskId/'),
    }),
    expression_of_interest: screens({
      scoresProgress: cell(
        '/company/expression_of_interest/category/refresh/scores/:jobId/:categoryId/:taskId',
      ),
      questionsProgress: cell(
        '/company/expression_of_interest/question/upload/progress/:jobId/:taskId',
      ),
      categoryQuestionsProgress: cell(
        '/company/expression_of_interest/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
    }),
    tender: screens({
      scoresProgress: cell('/company/tender/category/refresh/scores/:jobId/:categoryId/:taskId'),
      questionsProgress: cell('/company/tender/question/upload/progress/:jobId/:taskId'),
      itemsProgress: cell('/company/tender/financial/items/upload/:jobId/:categoryId/:taskId'),
    }),
    rfq: screens({
      scoresProgress: cell('/company/rfq/category/refresh/scores/:jobId/:categoryId/:taskId'),
      itemsProgress: cell('/company/rfq/category/upload/progress/:categoryId/:taskId'),
      downloadProgress: cell('/company/rfq/category/download/progress/:categoryId/:taskId'),
    }),
    asset_disposal: screens({
      questionsProgress: cell('/company/asset_disposal/question/upload/progress/:jobId/:taskId'),
    }),
    risk_management: screens({
      questionsProgress: cell('/company/risk_management/question/upload/progress/:jobId/:taskId'),
    }),
  },
  operator: {
    prequalification: screens({
      scoresProgress: cell('/zabuni/prequal/category/refresh/scores/:jobId/:categoryId/:taskId'),
      jobScoresProgress: cell('/zabuni/prequal/refresh/scores/:jobId/:taskId'),
      questionsProgress: cell('/zabuni/prequal/question/upload/progress/:jobId/:taskId'),
      categoryQuestionsProgress: cell(
        '/zabuni/prequal/category/question/upload/progress/:jobId/:categoryId/:taskId',
      ),
      categoriesProgress: cell('/zabuni/prequal/category-upload-progress/:jobId/:taskId'),
    }),
    tender: screens({
      scoresProgress: cell('/zabuni/tender/category/refresh/scores/:jobId/:categoryId/:taskId'),
      questionsProgress: cell('/zabuni/tender/question/upload/progress/:jobId/:taskId'),
    }),
    rfq: screens({
      itemsProgress: cell('/zabuni/rfq/category/upload/progress/:categoryId/:taskId'),
      downloadProgress: cell('/zabuni/rfq/category/download/progress/:categoryId/:taskId'),
    }),
    asset_disposal: screens({
      categoriesProgress: cell(
        '/zabuni/asset-disposal/category-buyer-upload/progress/:jobId/:taskId',
        'MANAGE_CATEGORY',
      ),
    }),
    supplier_registration: screens({
      questionsProgress: cell(
        '/zabuni/supplier-registration/question/upload/progress/:jobId/:taskId',
        'MANAGE_JOB',
      ),
    }),
  },
}

/** Second spellings of the specification. */
export const ALIASES: Sides = {
  buyer: {
    tender: screens({
      itemsProgress: cell('/company/financial/items/upload/:jobId/:categoryId/:taskId'),
    }),
  },
  operator: {},
}
