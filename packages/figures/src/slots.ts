/** The kinds of screens that show work in figures, and the lists behind them. */
export type FiguresSlots = {
  home: never
  dashboard: never
  ourJobs: never
  results: never
  bidders: never
  buyerCompanies: never
  liveJobs: never
  buyerJobs: 'buyerId'
  liveCategories: 'jobId' | 'activity'
  participants: 'categoryId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends FiguresSlots {}
}
