import type { Row } from '@zabuni/routing/row'

const guard = { type: 'qed', privilege: 'MANAGE_DOCUMENTS' } as const

/** How the platform itself is, and what was given up. */
export const platformRows: readonly Row[] = [
  { path: '/zabuni/platform', guard, screen: () => import('./health.tsx') },
  { path: '/zabuni/platform/tasks', guard, screen: () => import('./stuck.tsx') },
]
