import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, PATHS } from './paths.ts'
import type { EvaluationSlots } from './slots.ts'

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
  scoreQuestions: {
    screen: () => import('./screens/score-questions.tsx'),
    operation: 'evaluationSheet',
  },
  ddDetails: { screen: () => import('./visits/desk.tsx'), operation: 'diligenceDesk' },
  ddAdd: { screen: () => import('./visits/add.tsx'), operation: 'askOnVisit' },
  ddAddSupplier: { screen: () => import('./visits/add.tsx'), operation: 'askOnVisit' },
  ddSupplier: { screen: () => import('./visits/sheet.tsx'), operation: 'visitSheet' },
  ddConduct: { screen: () => import('./visits/conduct.tsx'), operation: 'conductVisit' },
  ranking: { screen: () => import('./screens/ranking.tsx'), operation: 'evaluationDesk' },
  qaInstructions: {
    screen: () => import('./screens/qa-instructions.tsx'),
    operation: 'assuranceDesk',
  },
  conductQA: { screen: () => import('./screens/conduct-qa.tsx'), operation: 'assuranceSheet' },
  qcCategories: {
    screen: () => import('./screens/qc-categories.tsx'),
    operation: 'assuranceControls',
  },
  qcParticipants: {
    screen: () => import('./screens/qc-participants.tsx'),
    operation: 'assuranceDesk',
  },
  conductQC: { screen: () => import('./screens/conduct-qc.tsx'), operation: 'assuranceSheet' },
  negotiationCreate: {
    screen: () => import('./screens/negotiate.tsx'),
    operation: 'createRound',
  },
}

/** What follows the closing of a category on one desk; what a buyer has not bought of the operator, the server refuses. */
export const evaluationRows = (desk: 'buyer' | 'operator'): Row[] =>
  rowsOf({
    desk,
    tables: PATHS[desk],
    aliases: ALIASES[desk],
    screens: SCREENS,
    byModule: desk === 'buyer',
  })
