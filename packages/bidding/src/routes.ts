import type { LazyScreen, Row } from '@zabuni/routing/row'
import { ACTIVITIES, type Handle, PATHS, type Slot } from './activities.ts'

const screens: Record<Slot, LazyScreen> = {
  questions: () => import('./screens/questions.tsx'),
  ordered: () => import('./screens/ordered.tsx'),
  dashboard: () => import('./screens/ordered.tsx'),
  instructions: () => import('./screens/instructions.tsx'),
  bid: () => import('./screens/bid.tsx'),
  financial: () => import('./screens/bid.tsx'),
  advanced: () => import('./screens/bid.tsx'),
  preview: () => import('./screens/bid.tsx'),
  template: () => import('@zabuni/tasks/progress'),
}

const supplier = { type: 'supplier' } as const

/** The screens of taking part, for every activity; the supplier's app draws the dashboard. */
export const biddingRows: readonly Row[] = [
  { path: '/supplier/landing', guard: supplier, screen: () => import('./screens/landing.tsx') },
  {
    path: '/supplier/dashboard/company/:id/jobs',
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
  ...ACTIVITIES.flatMap((activity) =>
    Object.entries(PATHS[activity]).map(
      ([slot, cell]): Row => ({
        ...cell,
        screen: screens[slot as Slot],
        handle: { activity, slot: slot as Slot } satisfies Handle,
      }),
    ),
  ),
]
