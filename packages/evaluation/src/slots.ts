/** The kinds of screens between closing and ranking. */
export type EvaluationSlots = {
  findOpening: 'categoryId'
  opening: 'categoryId'
  evaluationInstructions: 'categoryId'
  conductEvaluation: 'categoryId' | 'participantId'
  scoreQuestions: 'categoryId'
  ranking: 'categoryId'
  negotiationCreate: 'jobId' | 'parentId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends EvaluationSlots {}
}
