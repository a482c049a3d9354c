import type { Row } from '@zabuni/routing/row'
import type { Desk } from '../paths.ts'
import type { LiveHandle } from './place.ts'

const TYPE = { buyer: 'buyer', operator: 'qed' } as const

/** Live jobs, their categories and who takes part: the same screens on both desks. */
export const liveRows = (desk: Desk): Row[] => {
  const base = desk === 'buyer' ? '/buyer/livejobs' : '/zabuni/livejobs'
  const guard = { type: TYPE[desk] }
  const handle: LiveHandle = { desk }
  return [
    { path: base, guard, screen: () => import('./live-jobs.tsx'), handle },
    {
      path: `${base}/:jobId/:activity/categories`,
      guard,
      screen: () => import('./live-categories.tsx'),
      handle,
    },
    {
      path: `${base}/categories/:categoryId/participants`,
      guard: { ...guard, privilege: 'MANAGE_CATEGORY' },
      screen: () => import('./participants.tsx'),
      handle,
    },
    ...(desk === 'operator'
      ? [
          {
            path: '/zabuni/buyers/:buyerId/jobs',
            guard,
            screen: () => import('./live-jobs.tsx'),
            handle,
          },
        ]
      : []),
  ]
}

const guard = { type: 'buyer' } as const

/** A buyer's figures and the lists behind them. */
export const figureRows: readonly Row[] = [
  { path: '/buyer/dashboard', guard, screen: () => import('./dashboard.tsx') },
  { path: '/buyer/ourjobs', guard, screen: () => import('./our-jobs.tsx') },
  { path: '/buyer/results', guard, screen: () => import('./results.tsx') },
  { path: '/buyer/bidders', guard, screen: () => import('./bidders.tsx') },
]
