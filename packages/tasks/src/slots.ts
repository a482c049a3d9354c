/** Where the tasks of a job are followed, each kind beside what it is of. */
export type TaskSlots = {
  scoresProgress: 'jobId' | 'categoryId' | 'taskId'
  jobScoresProgress: 'jobId' | 'taskId'
  questionsProgress: 'jobId' | 'taskId'
  categoryQuestionsProgress: 'jobId' | 'categoryId' | 'taskId'
  categoriesProgress: 'jobId' | 'taskId'
  itemsProgress: 'jobId?' | 'categoryId' | 'taskId'
  downloadProgress: 'jobId?' | 'categoryId' | 'taskId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends TaskSlots {}
}
