import { cell, rowsOf, type Screen, type Tables, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { ContractSlots } from './slots.ts'

const screens = table<ContractSlots>()

/** A contract is found in two lists: among all, and among those that wait for an approval. */
const PATHS: Tables<ContractSlots> = {
  '': screens({ dashboard: cell('/contract-management/dashboard') }),
  edit: screens({
    contracts: cell('/contract-management/edit'),
    contract: cell('/contract-management/edit/:contractId/view'),
    contractUpdate: cell('/contract-management/edit/:contractId/update', 'MANAGE_CONTRACT'),
  }),
  approval: screens({
    contracts: cell('/contract-management/approval'),
    contract: cell('/contract-management/approval/:contractId/view'),
  }),
}

const SCREENS: Readonly<Record<keyof ContractSlots, Screen>> = {
  dashboard: { screen: () => import('./screens/dashboard.tsx') },
  contracts: { screen: () => import('./screens/list.tsx') },
  contract: { screen: () => import('./screens/view.tsx') },
  contractUpdate: { screen: () => import('./screens/form.tsx') },
}

/** The screens of contract management. */
export const contractRows: readonly Row[] = rowsOf({
  desk: 'contracts',
  tables: PATHS,
  screens: SCREENS,
})
