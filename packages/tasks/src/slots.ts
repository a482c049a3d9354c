/** The kinds of screens on which the work of one activity is followed. */
export type TaskSlots = {
  scoresProgress: 'jobId' | 'categoryId' | 'taskId'
  jobScoresProgress: 'jobId' | 'taskId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends TaskSlots {}
}
