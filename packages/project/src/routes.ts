import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, OWN, PATHS } from './paths.ts'
import type { ProjectSlots } from './slots.ts'

const DASHBOARDS: Readonly<Record<keyof typeof ALIASES, Screen>> = {
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
  meetings: { screen: () => import('./screens/meetings.tsx'), operation: 'meetings' },
  meetingCreate: { screen: () => import('./screens/meeting-form.tsx'), operation: 'createMeeting' },
  meetingEdit: { screen: () => import('./screens/meeting-form.tsx'), operation: 'changeMeeting' },
  procurementPlans: {
    screen: () => import('./screens/procurement-plans.tsx'),
    operation: 'procurementPlans',
  },
  procurementCreate: {
    screen: () => import('./screens/procurement-form.tsx'),
    operation: 'createProcurementPlan',
  },
  procurementPlan: {
    screen: () => import('./screens/procurement-plan.tsx'),
    operation: 'procurementPlan',
  },
  procurementEdit: {
    screen: () => import('./screens/procurement-form.tsx'),
    operation: 'changeProcurementPlan',
  },
  procurementUpload: {
    screen: () => import('./screens/procurement-upload.tsx'),
    operation: 'checkProcurementWorkbook',
  },
  procurementItemAdd: {
    screen: () => import('./screens/procurement-item.tsx'),
    operation: 'addProcurementItem',
  },
  procurementItem: {
    screen: () => import('./screens/procurement-item.tsx'),
    operation: 'changeProcurementItem',
  },
  procurementReserved: {
    screen: () => import('./screens/reserved.tsx'),
    operation: 'reservedShares',
  },
  procurementReservedEdit: {
    screen: () => import('./screens/reserved-form.tsx'),
    operation: 'setReservedShares',
  },
  ownMeetings: { screen: () => import('./screens/own-meetings.tsx'), operation: 'meetings' },
}

/** The desk of risks: a buyer's register, and all of them in figures on the operator's side; plans and meetings of both. */
export const projectRows = (desk: keyof typeof ALIASES): Row[] =>
  rowsOf({
    desk,
    tables: PATHS[desk],
    aliases: ALIASES[desk],
    screens: { ...SCREENS, riskDashboard: DASHBOARDS[desk] },
    byModule: desk === 'buyer',
  })

/** Meetings to which a supplier is asked. */
export const ownMeetingRows: Row[] = rowsOf({
  desk: 'supplier',
  tables: OWN,
  screens: { ...SCREENS, riskDashboard: DASHBOARDS.buyer },
})
