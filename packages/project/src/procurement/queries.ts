import { queryOptions } from '@tanstack/react-query'
import { api as buyer } from '@zabuni/api/buyer'
import { asBytes, bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Language } from '@zabuni/i18n/languages'

/** A plan of procurement. */
export type Plan = Schemas['ProcurementPlan']
/** One as lists have it. */
export type PlanRow = Schemas['ProcurementPlanRow']
/** Where one stands. */
export type Status = PlanRow['status']
/** Something that is to be bought. */
export type Item = Schemas['ProcurementItem']
/** Purchases that may have been split. */
export type Split = Schemas['SplitPurchase']

/** Shares of a financial year that are kept for special groups, and what came of them. */
export type Reserved = Schemas['ReservedShares']
/** How they stand in one currency. */
export type ReservedFigure = Reserved['figures'][number]

/** Where plans stand. */
export const STATUSES = [
  'draft',
  'submitted',
  'returned',
  'approved',
  'revised',
] as const satisfies Status[]
/** Methods by which something is bought. */
export const METHODS = ['tender', 'rfq', 'reverse_auction'] as const satisfies Item['activity'][]
/** Laws and house rules under which a plan may be. */
export const REGIMES = ['private-default', 'ke-ppada'] as const satisfies Plan['regime'][]
/** Quarters of a year. */
export const QUARTERS = ['1', '2', '3', '4'] as const

const at = (plan_id: string) => ({ path: { plan_id } })

/** Read whenever it is looked at: a workbook is carried out while somebody is elsewhere. */
const anew = { staleTime: 0, refetchOnMount: 'always' } as const

/** A page of plans. */
export const plans = (query: Query<'procurementPlans'>) =>
  queryOptions({
    queryKey: [...keys.procurement, 'list', query],
    ...anew,
    queryFn: ({ signal }) => data(api.GET('/procurement-plans', { params: { query }, signal })),
  })

/** A plan with its sums and its history. */
export const plan = (plan_id: string) =>
  queryOptions({
    queryKey: [...keys.procurement, plan_id],
    ...anew,
    queryFn: ({ signal }) =>
      data(api.GET('/procurement-plans/{plan_id}', { params: at(plan_id), signal })),
  })

/** A page of its items. */
export const items = (plan_id: string, query: Omit<Query<'procurementItems'>, 'plan_id'>) =>
  queryOptions({
    queryKey: [...keys.procurement, plan_id, 'items', query],
    ...anew,
    queryFn: ({ signal }) =>
      data(
        api.GET('/procurement-plans/{plan_id}/items', {
          params: { ...at(plan_id), query },
          signal,
        }),
      ),
  })

/** Purchases of a year's jobs that may have been split. */
export const splits = (query: Query<'splitPurchases'>) =>
  queryOptions({
    queryKey: [...keys.procurement, 'splits', query],
    queryFn: ({ signal }) => data(api.GET('/procurement-splits', { params: { query }, signal })),
  })

/** Shares of a financial year that are kept for special groups. */
export const reserved = (year: number) =>
  queryOptions({
    queryKey: [...keys.procurement, 'reserved', year],
    ...anew,
    queryFn: ({ signal }) =>
      data(buyer.GET('/reserved-shares/{year}', { params: { path: { year } }, signal })),
  })

/** Finds buyers for whom a plan is written. */
export { searchBuyers } from '../plan/queries.ts'

/** Begins a plan. */
export const createPlan = (body: Schemas['ProcurementPlanForm'], buyer_id?: string) =>
  data(api.POST('/procurement-plans', { params: { query: buyer_id ? { buyer_id } : {} }, body }))
/** Says anew what it is. */
export const changePlan = (
  id: string,
  body: Schemas['ProcurementPlanForm'] & { version: number },
) => data(api.PUT('/procurement-plans/{plan_id}', { params: at(id), body }))
/** Puts something into it. */
export const addItem = (id: string, body: Schemas['ProcurementItemForm']) =>
  data(api.POST('/procurement-plans/{plan_id}/items', { params: at(id), body }))
/** Says anew what is bought. */
export const changeItem = (
  plan_id: string,
  item_id: string,
  body: Schemas['ProcurementItemForm'] & { version: number },
) =>
  data(
    api.PUT('/procurement-plans/{plan_id}/items/{item_id}', {
      params: { path: { plan_id, item_id } },
      body,
    }),
  )
/** Takes an item out. */
export const dropItem = (plan_id: string, item_id: string, version: number) =>
  data(
    api.DELETE('/procurement-plans/{plan_id}/items/{item_id}', {
      params: { path: { plan_id, item_id }, query: { version } },
    }),
  )
/** Sends it for approval. */
export const submitPlan = (id: string, version: number) =>
  data(api.POST('/procurement-plans/{plan_id}/submit', { params: at(id), body: { version } }))
/** Begins to write it anew. */
export const revisePlan = (id: string, body: { reason: string; version: number }) =>
  data(api.POST('/procurement-plans/{plan_id}/revise', { params: at(id), body }))
/** Approves it. */
export const approvePlan = (id: string, version: number) =>
  data(buyer.POST('/procurement-plans/{plan_id}/approve', { params: at(id), body: { version } }))
/** Returns it with a reason. */
export const returnPlan = (id: string, body: { reason: string; version: number }) =>
  data(buyer.POST('/procurement-plans/{plan_id}/return', { params: at(id), body }))

/** The workbook of its items. */
export const workbook = (id: string, language: Language) =>
  bytes(
    api.GET('/procurement-plans/{plan_id}/workbook', {
      params: { ...at(id), query: { language } },
      parseAs: 'blob',
    }),
  )
/** What an uploaded workbook would do. */
export const checkWorkbook = (id: string, file: File) =>
  data(
    api.POST('/procurement-plans/{plan_id}/workbook', {
      params: { ...at(id), query: { file_name: file.name } },
      ...asBytes(file),
    }),
  )
/** Carries it out, in the background, as it was shown. */
export const takeWorkbook = (
  plan_id: string,
  upload_id: string,
  body: { language: Language; stamp: string },
) =>
  data(
    api.POST('/procurement-plans/{plan_id}/workbook/{upload_id}/start', {
      params: { path: { plan_id, upload_id } },
      body,
    }),
  )

/** Says which shares of a financial year are kept for special groups. */
export const setReserved = (
  year: number,
  body: Pick<Reserved, 'first_month' | 'shares' | 'version'>,
) => data(buyer.PUT('/reserved-shares/{year}', { params: { path: { year } }, body }))
/** The year and its quarters as a workbook. */
export const exportReserved = (year: number, language: Language) =>
  bytes(
    buyer.POST('/reserved-shares/{year}/export', {
      params: { path: { year }, query: { language } },
      parseAs: 'blob',
    }),
  )
