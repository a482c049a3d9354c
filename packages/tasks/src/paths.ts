import { cell, type Tables, table } from '@zabuni/activities/table'
import type { TaskSlots } from './slots.ts'

const screens = table<TaskSlots>()

/** Where the work of each activity is followed; what has no row in the specification follows its family. */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<TaskSlots>>> = {
  buyer: {
    prequalification: screens({
      scoresProgress: cell(
        '/company/prequal/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
    }),
    expression_of_interest: screens({
      scoresProgress: cell(
        '/company/expression_of_interest/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
    }),
    tender: screens({
      scoresProgress: cell(
        '/company/tender/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
    }),
    rfq: screens({
      scoresProgress: cell(
        '/company/rfq/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
    }),
  },
  operator: {
    prequalification: screens({
      scoresProgress: cell(
        '/zabuni/prequal/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
      jobScoresProgress: cell('/zabuni/prequal/refresh/scores/:jobId/:taskId', 'EVALUATE_BIDS'),
    }),
    tender: screens({
      scoresProgress: cell(
        '/zabuni/tender/category/refresh/scores/:jobId/:categoryId/:taskId',
        'EVALUATE_BIDS',
      ),
    }),
  },
}
