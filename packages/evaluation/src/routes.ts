import { cell, rowsOf, type Screen, type Tables, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { EvaluationSlots } from './slots.ts'

const screens = table<EvaluationSlots>()

const PATHS: Tables<EvaluationSlots> = {
  '': screens({ findOpening: cell('/company/opening/:categoryId') }),
  tender: screens({
    opening: cell('/company/tender/opening/:categoryId'),
    evaluationInstructions: cell('/company/tender/evaluation/instructions/:categoryId'),
    conductEvaluation: cell(
      '/company/tender/conduct/evaluation/:categoryId/:participantId',
      'EVALUATE_BIDS',
    ),
    ranking: cell('/company/tender/ranking/:categoryId'),
  }),
}

const SCREENS: Readonly<Record<keyof EvaluationSlots, Screen>> = {
  findOpening: { screen: () => import('./screens/find-opening.tsx'), operation: 'evaluationDesk' },
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

/** What follows the closing of a category, on the buyer's desk. */
export const evaluationRows: readonly Row[] = rowsOf({
  desk: 'buyer',
  tables: PATHS,
  screens: SCREENS,
  byModule: true,
})
