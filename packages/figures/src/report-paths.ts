import { cell, type Tables, table } from '@zabuni/activities/table'
import type { ReportSlots } from './slots.ts'

const screens = table<ReportSlots>()

/** The operator has one path for auctions of both kinds. */
const AUCTIONS = screens({
  reports: cell('/zabuni/auction/reports/:categoryId', 'VIEW_REPORT'),
  reportQuestions: cell(
    '/zabuni/auction/report/questions-selection/:categoryId/:reportName',
    'VIEW_REPORT',
  ),
})

type Sides = Readonly<Record<'buyer' | 'operator', Tables<ReportSlots>>>

/** Where the reports of a job are taken. The specification lets one choose questions in prequalifications alone. */
export const REPORTS: Sides = {
  buyer: {
    prequalification: screens({
      reports: cell('/company/prequal/reports/:jobId'),
      reportQuestions: cell('/company/prequal/report/questions-selection/:jobId/:reportName'),
    }),
    expression_of_interest: screens({
      reports: cell('/company/expression_of_interest/reports/:jobId'),
      reportQuestions: cell(
        '/company/expression_of_interest/report/questions-selection/:jobId/:reportName',
      ),
    }),
    tender: screens({
      reports: cell('/company/tender/reports/:jobId'),
      reportQuestions: cell('/company/tender/report/questions-selection/:jobId/:reportName'),
    }),
    rfq: screens({
      reports: cell('/company/rfq/job/reports/:jobId'),
      reportQuestions: cell('/company/rfq/report/questions-selection/:jobId/:reportName'),
    }),
    asset_disposal: screens({
      reports: cell('/company/asset_disposal/reports/:jobId'),
      reportQuestions: cell(
        '/company/asset_disposal/report/questions-selection/:jobId/:reportName',
      ),
    }),
    // The specification has no supplier registration on this desk.
    supplier_registration: screens({
      reports: cell('/company/supplier-registration/reports/:jobId'),
      reportQuestions: cell(
        '/company/supplier-registration/report/questions-selection/:jobId/:reportName',
      ),
    }),
    risk_management: screens({
      reportsList: cell('/company/risk_management/reports/list'),
      reports: cell('/company/risk_management/reports/:jobId'),
      reportQuestions: cell(
        '/company/risk_management/report/questions-selection/:jobId/:reportName',
      ),
    }),
    reverse_auction: screens({
      reports: cell('/company/reverse-auction/reports/:categoryId'),
      reportQuestions: cell(
        '/company/reverse-auction/report/questions-selection/:categoryId/:reportName',
      ),
    }),
    forward_auction: screens({
      reports: cell('/company/forward-auction/reports/:categoryId'),
      reportQuestions: cell(
        '/company/forward-auction/report/questions-selection/:categoryId/:reportName',
      ),
    }),
  },
  operator: {
    prequalification: screens({
      reports: cell('/zabuni/prequal/reports/:jobId', 'VIEW_REPORT'),
      reportQuestions: cell(
        '/zabuni/prequal/report/questions-selection/:jobId/:reportName',
        'VIEW_REPORT',
      ),
    }),
    tender: screens({
      reports: cell('/zabuni/tender/reports/:jobId', 'VIEW_REPORT'),
      reportQuestions: cell(
        '/zabuni/tender/report/questions-selection/:jobId/:reportName',
        'VIEW_REPORT',
      ),
    }),
    rfq: screens({
      reports: cell('/zabuni/rfq/job/reports/:jobId', 'VIEW_REPORT'),
      reportQuestions: cell(
        '/zabuni/rfq/report/questions-selection/:jobId/:reportName',
        'VIEW_REPORT',
      ),
    }),
    asset_disposal: screens({
      reports: cell('/zabuni/assets/reports/:jobId', 'MANAGE_CATEGORY'),
      reportQuestions: cell(
        '/zabuni/asset-disposal/report/questions-selection/:jobId/:reportName',
        'MANAGE_CATEGORY',
      ),
    }),
    supplier_registration: screens({
      reports: cell('/zabuni/supplier-registration/reports/:jobId', 'MANAGE_JOB'),
      reportQuestions: cell(
        '/zabuni/supplier-registration/report/questions-selection/:jobId/:reportName',
        'MANAGE_JOB',
      ),
    }),
    reverse_auction: AUCTIONS,
    forward_auction: AUCTIONS,
  },
}

/** Second spellings of the specification. */
export const REPORT_ALIASES: Sides = {
  buyer: { tender: screens({ reports: cell('/company/reports/:jobId') }) },
  operator: {},
}
