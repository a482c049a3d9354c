import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, PATHS } from './paths.ts'
import type { ProjectSlots } from './slots.ts'

const DASHBOARDS: Readonly<Record<keyof typeof PATHS, Screen>> = {
  buyer: { screen: () => import('./screens/dashboard.tsx'), operation: 'riskBoard' },
  operator: { screen: () => import('./screens/overview.tsx'), operation: 'riskOverview' },
}

const SCREENS: Readonly<Record<Exclude<keyof ProjectSlots, 'riskDashboard'>, Screen>> = {
  riskRegister: { screen: () => import('./screens/register.tsx'), operation: 'risks' },
  riskCreate: { screen: () => import('./screens/risk-form.tsx'), operation: 'createRisk' },
  risk: { screen: () => import('./screens/risk.tsx'), operation: 'risk' },
  riskEdit: { screen: () => import('./screens/risk-form.tsx'), operation: 'changeRisk' },
  riskSuppliers: { screen: () => import('./screens/suppliers.tsx'), operation: 'riskSuppliers' },
  planDraw: { screen: () => import('./screens/plan-draw.tsx'), operation: 'savePlan' },
  planApproved: { screen: () => import('./screens/plan-approved.tsx'), operation: 'plans' },
  planProgress: { screen: () => import('./screens/plan-progress.tsx'), operation: 'plans' },
}

/** The desk of risks: a buyer's register, and all of them in figures on the operator's side; and plans of both. */
export const projectRows = (desk: keyof typeof PATHS): Row[] =>
  rowsOf({
    desk,
    tables: PATHS[desk],
    aliases: ALIASES[desk],
    screens: { ...SCREENS, riskDashboard: DASHBOARDS[desk] },
    byModule: desk === 'buyer',
  })
