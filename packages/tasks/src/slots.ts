/** Screens on which a task of an activity is followed; where one has none, it is followed at /tasks. */
export type TaskSlots = {
  scoresProgress: 'jobId' | 'categoryId' | 'taskId'
  jobScoresProgress: 'jobId' | 'taskId'
  zipProgress: 'taskId' | 'sectionId'
  reportProgress: 'jobId' | 'taskId' | 'reportName?'
  suppliersProgress: 'jobId' | 'taskId'
  questionsProgress: 'jobId' | 'taskId'
  categoryQuestionsProgress: 'jobId' | 'categoryId' | 'taskId'
  categoriesProgress: 'jobId' | 'taskId'
  itemsProgress: 'jobId?' | 'categoryId' | 'taskId'
  downloadProgress: 'jobId?' | 'categoryId' | 'taskId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends TaskSlots {}
}
