/** The kinds of screens between closing and ranking. */
export type EvaluationSlots = {
  findOpening: 'categoryId'
  opening: 'categoryId'
  evaluationInstructions: 'categoryId'
  conductEvaluation: 'categoryId' | 'participantId'
  scoreQuestions: 'categoryId'
  ranking: 'categoryId'
  qaInstructions: 'categoryId'
  conductQA: 'categoryId' | 'participantId'
  qcCategories: 'jobId'
  qcParticipants: 'categoryId'
  conductQC: 'categoryId' | 'participantId'
  ddDetails: 'categoryId'
  ddAdd: 'categoryId'
  ddAddSupplier: 'categoryId' | 'participantId'
  ddSupplier: 'categoryId' | 'participantId'
  ddConduct: 'categoryId' | 'participantId' | 'questionId'
  negotiationCreate: 'jobId' | 'parentId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends EvaluationSlots {}
}
