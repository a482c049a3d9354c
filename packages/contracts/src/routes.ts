import type { Row } from '@zabuni/routing/row'

/** What a screen finds in its route's handle: which list of contracts it belongs to. */
export type ContractsHandle = { part: 'edit' | 'approval' }

const guard = { type: 'temp' } as const
const edit: ContractsHandle = { part: 'edit' }
const approval: ContractsHandle = { part: 'approval' }

/** The screens of contract management. */
export const contractRows: readonly Row[] = [
  {
    path: '/contract-management/dashboard',
    guard,
    screen: () => import('./screens/dashboard.tsx'),
  },
  {
    path: '/contract-management/edit',
    guard,
    screen: () => import('./screens/list.tsx'),
    handle: edit,
  },
  {
    path: '/contract-management/edit/:contractId/view',
    guard,
    screen: () => import('./screens/view.tsx'),
    handle: edit,
  },
  {
    path: '/contract-management/edit/:contractId/update',
    guard: { ...guard, privilege: 'MANAGE_CONTRACT' },
    screen: () => import('./screens/form.tsx'),
    handle: edit,
  },
  {
    path: '/contract-management/approval',
    guard,
    screen: () => import('./screens/list.tsx'),
    handle: approval,
  },
  {
    path: '/contract-management/approval/:contractId/view',
    guard,
    screen: () => import('./screens/view.tsx'),
    handle: approval,
  },
]
