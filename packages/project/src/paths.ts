import { cell, type Tables, table } from '@zabuni/activities/table'
import type { ProjectSlots } from './slots.ts'

const screens = table<ProjectSlots>()

/** Where risks are kept. The specification has a dashboard and the suppliers; the register stands beside them (ruling 36). */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<ProjectSlots>>> = {
  buyer: {
    risk_management: screens({
      riskDashboard: cell('/company/risk_management/dashboard'),
      riskRegister: cell('/company/risk_management/risks'),
      riskCreate: cell('/company/risk_management/create/risk', 'MANAGE_JOB'),
      risk: cell('/company/risk_management/risks/:riskId'),
      riskEdit: cell('/company/risk_management/edit/risk/:riskId', 'MANAGE_JOB'),
      riskSuppliers: cell('/company/risk_management/suppliers/'),
    }),
  },
  operator: {
    risk_management: screens({ riskDashboard: cell('/zabuni/risk_management/dashboard') }),
  },
}
