/** The kinds of screens that show work in figures, and the lists behind them. */
export type FiguresSlots = {
  home: never
  dashboard: never
  ourJobs: never
  riskOurJobs: never
  results: never
  bidders: never
  buyerCompanies: never
  liveJobs: never
  riskLiveJobs: never
  buyerJobs: 'buyerId'
  liveCategories: 'jobId' | 'activity'
  participants: 'categoryId'
  savings: 'buyerId?'
  savingsBuyers: never
  savingEvidence: 'buyerId?' | 'categoryId'
}

/** The kinds of screens on which reports of jobs are taken. */
export type ReportSlots = {
  /** Where an activity's address names the one category of a job, it stands for the job. */
  reports: 'jobId?' | 'categoryId?'
  reportsList: never
  reportQuestions: 'jobId?' | 'categoryId?' | 'reportName'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends FiguresSlots, ReportSlots {}
}
