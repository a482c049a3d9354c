import { to } from '@zabuni/activities/address'
import { cell, type Tables, table } from '@zabuni/activities/table'
import type { HrefOf } from '@zabuni/activities/ui/here'
import type { BiddingSlots } from './slots.ts'

const screens = table<BiddingSlots>()

/** Every path as the specification spells it: an activity differs from another by its row, never by code. */
export const PATHS: Tables<BiddingSlots> = {
  '': screens({
    openJobs: cell('/supplier/landing'),
    companyJobs: cell('/supplier/dashboard/company/:companyId/jobs'),
    ongoingBids: cell('/supplier/ongoingbids'),
    closedBids: cell('/supplier/closedbids'),
    rankedBids: cell('/supplier/myrank'),
    withdrawals: cell('/supplier/bidwithdrawals'),
    withdraw: cell('/supplier/bidwithdrawals/create/:categoryId'),
    tutorials: cell('/supplier/tutorials'),
    category: cell('/supplier/category/:categoryId'),
  }),
  prequalification: screens({
    look: cell('/supplier/dashboard/company/:companyId/jobs/prequal/:categoryId/preview'),
    ordered: cell('/supplier/prequal/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: cell('/supplier/prequal/category/instructions/:categoryId', 'MANAGE_PREQUAL'),
    bid: cell('/supplier/prequal/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: cell('/supplier/prequal/preview/:categoryId', 'MANAGE_PREQUAL'),
  }),
  expression_of_interest: screens({
    look: cell(
      '/supplier/dashboard/company/:companyId/jobs/expression_of_interest/:categoryId/preview',
    ),
    ordered: cell('/supplier/expression_of_interest/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: cell(
      '/supplier/expression_of_interest/category/instructions/:categoryId',
      'MANAGE_PREQUAL',
    ),
    bid: cell('/supplier/expression_of_interest/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: cell('/supplier/expression_of_interest/preview/:categoryId', 'MANAGE_PREQUAL'),
  }),
  supplier_registration: screens({
    look: cell(
      '/supplier/dashboard/company/:companyId/jobs/supplier_registration/:categoryId/preview',
    ),
    ordered: cell('/supplier/supplier-registration/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: cell(
      '/supplier/supplier-registration/category/instructions/:categoryId',
      'MANAGE_PREQUAL',
    ),
    bid: cell('/supplier/supplier-registration/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: cell('/supplier/supplier-registration/preview/:categoryId', 'MANAGE_PREQUAL'),
  }),
  tender: screens({
    look: cell('/supplier/dashboard/company/:companyId/jobs/tender/:categoryId/preview'),
    ordered: cell('/supplier/tender/ordered/categories', 'MANAGE_TENDER'),
    instructions: cell('/supplier/tender/category/instructions/:categoryId', 'MANAGE_TENDER'),
    bid: cell('/supplier/tender/category/bid/:categoryId', 'MANAGE_TENDER'),
    financial: cell('/supplier/tender/category/financial/bid/:categoryId', 'MANAGE_TENDER'),
    advanced: cell('/supplier/tender/category/financial/bid/advanced/:categoryId', 'MANAGE_TENDER'),
    template: cell(
      '/supplier/tender/item/template/generation/progress/:categoryId/:taskId',
      'MANAGE_TENDER',
    ),
    preview: cell('/supplier/tender/preview/:categoryId', 'MANAGE_TENDER'),
  }),
  rfq: screens({
    ordered: cell('/supplier/list/rfqs', 'MANAGE_RFQ'),
    financial: cell('/supplier/apply/rfq/:categoryId', 'MANAGE_RFQ'),
    advanced: cell('/supplier/apply/rfq/advanced/:categoryId', 'MANAGE_RFQ'),
    template: cell('/supplier/rfq/item/template/generation/progress/:categoryId/:taskId'),
  }),
  asset_disposal: screens({
    ordered: cell('/supplier/asset/ordered/categories', 'MANAGE_ASSET_DISPOSAL'),
    instructions: cell(
      '/supplier/asset/category/instructions/:categoryId',
      'MANAGE_ASSET_DISPOSAL',
    ),
    bid: cell('/supplier/asset/category/bid/:categoryId', 'MANAGE_ASSET_DISPOSAL'),
    financial: cell('/supplier/asset/job/basic/:categoryId'),
    advanced: cell('/supplier/asset/job/:categoryId'),
    template: cell('/supplier/asset/item/template/generation/progress/:categoryId/:taskId'),
  }),
  risk_management: screens({
    ordered: cell('/supplier/risk_management/jobs'),
    dashboard: cell('/supplier/risk_management/dashboard'),
    instructions: cell('/supplier/risk_management/category/instructions/:categoryId'),
    bid: cell('/supplier/risk_management/category/bid/:categoryId'),
    preview: cell('/supplier/risk_management/preview/:categoryId'),
  }),
  reverse_auction: screens({
    bid: cell('/supplier/bid/technical/:categoryId/reverse/auction', 'SUBMIT_BID'),
    preview: cell('/supplier/bid/technical/preview/:categoryId/reverse/auction', 'SUBMIT_BID'),
  }),
  forward_auction: screens({
    bid: cell('/supplier/bid/technical/:categoryId/forward/auction', 'SUBMIT_BID'),
    preview: cell('/supplier/bid/technical/preview/:categoryId/forward/auction', 'SUBMIT_BID'),
  }),
}

/** Where a person goes on with a bid: questions first, prices where there are only prices. */
export const bidHref = (hrefOf: HrefOf, activity: string, categoryId: string) =>
  hrefOf(activity, 'bid', { categoryId }) ?? hrefOf(activity, 'financial', { categoryId })

/** Where a bid is looked through, with the receipts of what was submitted. */
export const reviewHref = (hrefOf: HrefOf, activity: string, categoryId: string) =>
  hrefOf(activity, 'preview', { categoryId }) ??
  to(bidHref(hrefOf, activity, categoryId), { query: { step: 'review' } })

/** Where a category can be looked at before taking part; without a preview of its own, where the bid would be. */
export const lookHref = (hrefOf: HrefOf, activity: string, companyId: string, categoryId: string) =>
  hrefOf(activity, 'look', { companyId, categoryId }) ?? bidHref(hrefOf, activity, categoryId)
