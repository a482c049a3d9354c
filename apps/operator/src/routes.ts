import { accountRows, supportRows } from '@zabuni/account/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { operatorRows } from '@zabuni/companies/routes'
import { letterRows } from '@zabuni/letters/routes'
import { peopleRows } from '@zabuni/people/routes'
import type { Row } from '@zabuni/routing/router'
import { liveRows } from '@zabuni/sourcing/live-routes'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { operatorSupplierRows } from '@zabuni/suppliers/routes'
import { progressRow } from '@zabuni/tasks/routes'

export { publicRows } from './public.ts'

const guard = { type: 'qed' } as const
const jobs = { type: 'qed', privilege: 'MANAGE_JOB' } as const

/** Every signed-in screen of the operator app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  { path: '/zabuni/landing', guard, screen: () => import('./live/landing.tsx') },
  { path: '/zabuni/dashboard', guard, screen: () => import('./live/landing.tsx') },
  ...liveRows('operator'),
  ...operatorSupplierRows,
  { path: '/zabuni/buyers', guard: jobs, screen: () => import('./live/buyers.tsx') },
  { path: '/zabuni/jobs/buyers', guard: jobs, screen: () => import('./live/buyers.tsx') },
  { path: '/zabuni/email-templates', guard, screen: () => import('./mail/templates.tsx') },
  {
    path: '/zabuni/emails/analyze/outgoing',
    guard: { type: 'qed', privilege: 'MANAGE_DOCUMENTS' },
    screen: () => import('./mail/outgoing.tsx'),
  },
  progressRow('/zabuni/emails/report/progress/:taskId', { type: 'qed', privilege: 'VIEW_REPORT' }),
  progressRow('/zabuni/category_types/upload/buyers/progress/:taskId', guard),
  progressRow('/zabuni/buyers/upload/progress/:taskId', guard),
  progressRow('/zabuni/category_types/progress/:taskId', guard),
  ...sourcingRows('operator'),
  ...letterRows('operator'),
  ...peopleRows('operator'),
  ...peopleRows('buyers'),
  ...operatorRows,
  ...supportRows,
  ...accountRows,
  ...galleryRows,
]
