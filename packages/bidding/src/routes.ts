import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { PATHS } from './paths.ts'
import type { BiddingSlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof BiddingSlots, Screen>> = {
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

const supplier = { type: 'supplier' } as const

/** The screens of taking part, for every activity; the supplier's app draws the dashboard. */
export const biddingRows: readonly Row[] = [
  { path: '/supplier/landing', guard: supplier, screen: () => import('./screens/landing.tsx') },
  {
    path: '/supplier/dashboard/company/:companyId/jobs',
    guard: supplier,
    screen: () => import('./screens/company-jobs.tsx'),
  },
  {
    path: '/supplier/tutorials',
    guard: supplier,
    screen: () => import('./screens/tutorials.tsx'),
  },
  { path: '/supplier/ongoingbids', guard: supplier, screen: () => import('./screens/ongoing.tsx') },
  { path: '/supplier/closedbids', guard: supplier, screen: () => import('./screens/closed.tsx') },
  { path: '/supplier/myrank', guard: supplier, screen: () => import('./screens/rank.tsx') },
  {
    path: '/supplier/bidwithdrawals',
    guard: supplier,
    screen: () => import('./screens/withdrawals.tsx'),
  },
  {
    path: '/supplier/bidwithdrawals/create/:categoryId',
    guard: supplier,
    screen: () => import('./screens/withdraw.tsx'),
  },
  ...rowsOf({ desk: 'supplier', tables: PATHS, screens: SCREENS }),
]
