import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { PATHS } from './paths.ts'
import type { BiddingSlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof BiddingSlots, Screen>> = {
  openJobs: { screen: () => import('./screens/landing.tsx') },
  companyJobs: { screen: () => import('./screens/company-jobs.tsx') },
  ongoingBids: { screen: () => import('./screens/ongoing.tsx') },
  closedBids: { screen: () => import('./screens/closed.tsx') },
  rankedBids: { screen: () => import('./screens/rank.tsx') },
  withdrawals: { screen: () => import('./screens/withdrawals.tsx') },
  withdraw: { screen: () => import('./screens/withdraw.tsx') },
  tutorials: { screen: () => import('./screens/tutorials.tsx') },
  category: { screen: () => import('./screens/category.tsx') },
  look: { screen: () => import('./screens/questions.tsx') },
  ordered: { screen: () => import('./screens/ordered.tsx') },
  dashboard: { screen: () => import('./screens/ordered.tsx') },
  instructions: { screen: () => import('./screens/instructions.tsx') },
  bid: { screen: () => import('./screens/bid.tsx') },
  financial: { screen: () => import('./screens/bid.tsx') },
  advanced: { screen: () => import('./screens/bid.tsx') },
  preview: { screen: () => import('./screens/bid.tsx') },
  template: { screen: () => import('@zabuni/tasks/progress') },
}

/** The screens of taking part, for every activity; the supplier's app draws the dashboard. */
export const biddingRows: readonly Row[] = rowsOf({
  desk: 'supplier',
  tables: PATHS,
  screens: SCREENS,
})
