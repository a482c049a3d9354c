import { cell, rowsOf, type Screen, type Table, type Tables, table } from '@zabuni/activities/table'
import type { LazyScreen, Row } from '@zabuni/routing/row'
import { REPORT_ALIASES, REPORTS } from './report-paths.ts'
import type { FiguresSlots, ReportSlots } from './slots.ts'

const screens = table<FiguresSlots>()

const PATHS: Readonly<Record<'buyer' | 'operator', Table<FiguresSlots>>> = {
  buyer: screens({
    home: cell('/company/landing'),
    dashboard: cell('/buyer/dashboard'),
    ourJobs: cell('/buyer/ourjobs'),
    results: cell('/buyer/results'),
    bidders: cell('/buyer/bidders'),
    liveJobs: cell('/buyer/livejobs'),
    liveCategories: cell('/buyer/livejobs/:jobId/:activity/categories'),
    participants: cell('/buyer/livejobs/categories/:categoryId/participants', 'MANAGE_CATEGORY'),
    savings: cell('/buyer/savings'),
    savingEvidence: cell('/buyer/savings/:categoryId'),
  }),
  operator: screens({
    home: cell('/zabuni/landing'),
    buyerCompanies: cell('/zabuni/buyers', 'MANAGE_JOB'),
    liveJobs: cell('/zabuni/livejobs'),
    buyerJobs: cell('/zabuni/buyers/:buyerId/jobs'),
    liveCategories: cell('/zabuni/livejobs/:jobId/:activity/categories'),
    participants: cell('/zabuni/livejobs/categories/:categoryId/participants', 'MANAGE_CATEGORY'),
    savingsBuyers: cell('/zabuni/savings', 'VIEW_REPORT'),
    savings: cell('/zabuni/savings/:buyerId/buyer', 'VIEW_REPORT'),
    savingEvidence: cell('/zabuni/savings/:buyerId/buyer/:categoryId', 'VIEW_REPORT'),
  }),
}

/** The same lists of one activity alone, on the desk that it has of its own. */
const OWN: Readonly<Record<keyof typeof PATHS, Tables<FiguresSlots>>> = {
  buyer: {
    risk_management: screens({
      riskLiveJobs: cell('/company/risk_management/livejobs/'),
      riskOurJobs: cell('/company/risk_management/ourjobs/'),
    }),
  },
  operator: {},
}

const ALIASES: typeof PATHS = {
  buyer: {},
  operator: screens({
    home: cell('/zabuni/dashboard'),
    buyerCompanies: cell('/zabuni/jobs/buyers', 'MANAGE_JOB'),
  }),
}

const HOMES: Readonly<Record<keyof typeof PATHS, LazyScreen>> = {
  buyer: () => import('./screens/buyer-home.tsx'),
  operator: () => import('./screens/operator-home.tsx'),
}

const SCREENS: Readonly<Record<Exclude<keyof FiguresSlots, 'home'>, Screen>> = {
  dashboard: { screen: () => import('./screens/dashboard.tsx') },
  ourJobs: { screen: () => import('./screens/our-jobs.tsx') },
  riskOurJobs: { screen: () => import('./screens/our-jobs.tsx') },
  results: { screen: () => import('./screens/results.tsx') },
  bidders: { screen: () => import('./screens/bidders.tsx') },
  buyerCompanies: { screen: () => import('./screens/buyers.tsx') },
  liveJobs: { screen: () => import('./screens/live-jobs.tsx') },
  riskLiveJobs: { screen: () => import('./screens/live-jobs.tsx') },
  buyerJobs: { screen: () => import('./screens/live-jobs.tsx') },
  liveCategories: { screen: () => import('./screens/live-categories.tsx') },
  participants: { screen: () => import('./screens/participants.tsx') },
  savings: { screen: () => import('./screens/savings.tsx') },
  savingsBuyers: {
    screen: () => import('./screens/savings-buyers.tsx'),
    operation: 'savingsBuyers',
  },
  savingEvidence: {
    screen: () => import('./screens/saving-evidence.tsx'),
    operation: 'savingEvidence',
  },
}

/** Work in figures on one desk: its home, its lists, live jobs and who takes part. */
export const figureRows = (desk: keyof typeof PATHS): Row[] =>
  rowsOf({
    desk,
    tables: { '': PATHS[desk], ...OWN[desk] },
    aliases: { '': ALIASES[desk] },
    screens: { ...SCREENS, home: { screen: HOMES[desk] } },
    byModule: desk === 'buyer',
  })

const REPORT_SCREENS: Readonly<Record<keyof ReportSlots, Screen>> = {
  reports: { screen: () => import('./screens/reports.tsx'), operation: 'jobReports' },
  reportsList: { screen: () => import('./screens/reports-list.tsx'), operation: 'jobs' },
  reportQuestions: {
    screen: () => import('./screens/report-questions.tsx'),
    operation: 'reportChoices',
  },
}

/** Where the reports of jobs are taken on one desk. */
export const reportRows = (desk: keyof typeof REPORTS): Row[] =>
  rowsOf({
    desk,
    tables: REPORTS[desk],
    aliases: REPORT_ALIASES[desk],
    screens: REPORT_SCREENS,
    byModule: desk === 'buyer',
  })
