import { cell, type Tables, table } from '@zabuni/activities/table'
import type { ProjectSlots } from './slots.ts'

const screens = table<ProjectSlots>()

/**
 * Where risks and plans are kept. Of risks the specification has a dashboard and the suppliers; the register stands
 * beside them (ruling 36). Plans and meetings stand twice, for projects and for risks; that a buyer draws a plan or
 * calls a meeting has no path there (ruling 72). Plans of procurement stand once on each desk, with paths of our own.
 */
export const PATHS: Readonly<Record<'buyer' | 'operator', Tables<ProjectSlots>>> = {
  buyer: {
    '': screens({
      procurementPlans: cell('/company/procurement-plans', 'MANAGE_JOB'),
      procurementCreate: cell('/company/procurement-plans/create', 'MANAGE_JOB'),
      procurementReserved: cell('/company/procurement-plans/reserved', 'MANAGE_JOB'),
      procurementReservedEdit: cell('/company/procurement-plans/reserved/update', 'MANAGE_JOB'),
      procurementPlan: cell('/company/procurement-plans/:planId', 'MANAGE_JOB'),
      procurementEdit: cell('/company/procurement-plans/:planId/update', 'MANAGE_JOB'),
      procurementUpload: cell('/company/procurement-plans/:planId/upload', 'MANAGE_JOB'),
      procurementItemAdd: cell('/company/procurement-plans/:planId/items/create', 'MANAGE_JOB'),
      procurementItem: cell(
        '/company/procurement-plans/:planId/items/:itemId/update',
        'MANAGE_JOB',
      ),
    }),
    risk_management: screens({
      riskDashboard: cell('/company/risk_management/dashboard'),
      riskRegister: cell('/company/risk_management/risks'),
      riskCreate: cell('/company/risk_management/create/risk', 'MANAGE_JOB'),
      risk: cell('/company/risk_management/risks/:riskId'),
      riskEdit: cell('/company/risk_management/edit/risk/:riskId', 'MANAGE_JOB'),
      riskSuppliers: cell('/company/risk_management/suppliers/'),
      planDraw: cell(
        '/company/risk_management/project_management/create_gantt_chart',
        'MANAGE_JOB',
      ),
      planApproved: cell('/company/risk_management/project_management/approved_gantt_chart'),
      planProgress: cell('/company/risk_management/project_management/project_gantt_chart'),
      meetings: cell('/company/risk_management/project_management/meetings'),
      meetingCreate: cell(
        '/company/risk_management/project_management/create_meetings',
        'MANAGE_JOB',
      ),
      meetingEdit: cell(
        '/company/risk_management/project_management/meetings/:meetingId/update',
        'MANAGE_JOB',
      ),
    }),
    project_management: screens({
      planDraw: cell('/company/project_management/create_gantt_chart', 'MANAGE_JOB'),
      planApproved: cell('/company/project_management/approved_gantt_chart'),
      planProgress: cell('/company/project_management/project_gantt_chart'),
      meetings: cell('/company/project_management/meetings'),
      meetingCreate: cell('/company/project_management/create_meetings', 'MANAGE_JOB'),
      meetingEdit: cell('/company/project_management/meetings/:meetingId/update', 'MANAGE_JOB'),
    }),
  },
  operator: {
    '': screens({
      procurementPlans: cell('/zabuni/procurement-plans', 'MANAGE_JOB'),
      procurementCreate: cell('/zabuni/procurement-plans/create', 'MANAGE_JOB'),
      procurementPlan: cell('/zabuni/procurement-plans/:planId', 'MANAGE_JOB'),
      procurementEdit: cell('/zabuni/procurement-plans/:planId/update', 'MANAGE_JOB'),
      procurementUpload: cell('/zabuni/procurement-plans/:planId/upload', 'MANAGE_JOB'),
      procurementItemAdd: cell('/zabuni/procurement-plans/:planId/items/create', 'MANAGE_JOB'),
      procurementItem: cell('/zabuni/procurement-plans/:planId/items/:itemId/update', 'MANAGE_JOB'),
    }),
    risk_management: screens({
      riskDashboard: cell('/zabuni/risk_management/dashboard'),
      planDraw: cell('/zabuni/risk_management/project_management/create_gantt_chart', 'MANAGE_JOB'),
      planApproved: cell(
        '/zabuni/risk_management/project_management/approved_gantt_chart',
        'MANAGE_JOB',
      ),
      planProgress: cell(
        '/zabuni/risk_management/project_management/project_gantt_chart',
        'MANAGE_JOB',
      ),
      meetings: cell('/zabuni/risk_management/project_management/meetings', 'MANAGE_JOB'),
      meetingCreate: cell(
        '/zabuni/risk_management/project_management/create_meetings',
        'MANAGE_JOB',
      ),
      meetingEdit: cell(
        '/zabuni/risk_management/project_management/meetings/:meetingId/update',
        'MANAGE_JOB',
      ),
    }),
    project_management: screens({
      planDraw: cell('/zabuni/project_management/create_gantt_chart', 'MANAGE_JOB'),
      planApproved: cell('/zabuni/project_management/approved_gantt_chart', 'MANAGE_JOB'),
      planProgress: cell('/zabuni/project_management/project_gantt_chart', 'MANAGE_JOB'),
      meetings: cell('/zabuni/project_management/meetings', 'MANAGE_JOB'),
      meetingCreate: cell('/zabuni/project_management/create_meetings', 'MANAGE_JOB'),
      meetingEdit: cell('/zabuni/project_management/meetings/:meetingId/update', 'MANAGE_JOB'),
    }),
  },
}

/** Meetings to which a supplier is asked, where it answers. */
export const OWN: Tables<ProjectSlots> = {
  '': screens({ ownMeetings: cell('/supplier/meetings') }),
}

/** Second spellings of the specification. */
export const ALIASES: Readonly<Record<keyof typeof PATHS, Tables<ProjectSlots>>> = {
  buyer: {
    risk_management: screens({
      planProgress: cell('/company/risk_management/project_gantt_chart'),
      meetings: cell('/company/risk_management/meetings'),
    }),
  },
  operator: {},
}
