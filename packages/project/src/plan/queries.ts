import { queryOptions } from '@tanstack/react-query'
import type { Activity } from '@zabuni/activities/activity'
import type { Desk } from '@zabuni/activities/table'
import { api as buyer } from '@zabuni/api/buyer'
import { data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { api as operator } from '@zabuni/api/operator'

/** A row of a list of plans. */
export type PlanRow = Schemas['PlanRow']
/** A plan with all that stands in it. */
export type Plan = Schemas['Plan']
/** A task of a plan. */
export type PlanTask = Schemas['PlanTask']
/** Where a plan stands. */
export type PlanStatus = PlanRow['status']
/** The desk on which it is kept. */
export type Context = PlanRow['context']
/** What is sent when a plan is drawn. */
export type PlanForm = Schemas['PlanForm']
/** A day of a category. */
export type Source = NonNullable<PlanTask['job_day']>

/** Where plans stand. */
export const STATUSES = [
  'draft',
  'submitted',
  'returned',
  'approved',
  'revised',
] as const satisfies PlanStatus[]
/** Those that are being drawn. */
export const DRAWN = ['draft', 'returned', 'revised'] as const satisfies PlanStatus[]

/** General or of risks: a screen's place says which. */
export const contextOf = (of: string): Context => (of === 'risk_management' ? 'risk' : 'general')

/** A page of plans. */
export const plans = (query: Query<'plans'>) =>
  queryOptions({
    queryKey: [...keys.plans, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/plans', { params: { query }, signal })),
  })

/** A plan with its tasks. */
export const plan = (plan_id: string) =>
  queryOptions({
    queryKey: [...keys.plans, plan_id],
    queryFn: ({ signal }) =>
      data(api.GET('/plans/{plan_id}', { params: { path: { plan_id } }, signal })),
  })

/** Who may own a task of a plan. */
export const planPeople = (plan_id: string) =>
  queryOptions({
    queryKey: [...keys.plans, plan_id, 'people'],
    queryFn: ({ signal }) =>
      data(api.GET('/plans/{plan_id}/people', { params: { path: { plan_id } }, signal })),
  })

const RISKS: Activity = 'risk_management'

/** Finds jobs of which a plan of a context may be: the operator's people say whose. */
export const jobsFor =
  (desk: Desk, context: Context, buyer_id: string) =>
  async (search: string, signal: AbortSignal) => {
    if (desk === 'operator' && !buyer_id) return []
    const { items } = await data(
      api.GET('/jobs', {
        params: {
          query: {
            ...(desk === 'operator' ? { buyer_id } : {}),
            ...(context === 'risk' ? { activity: [RISKS] } : {}),
            ...(search ? { search } : {}),
          },
        },
        signal,
      }),
    )
    return items
      .filter(
        (job) => (job.activity === RISKS) === (context === 'risk') && job.status !== 'cancelled',
      )
      .map(({ id, title }) => ({ id, name: title }))
  }

/** Finds buyers for whom a plan is drawn. */
export const searchBuyers = async (search: string, signal: AbortSignal) =>
  (
    await data(operator.GET('/buyers', { params: { query: search ? { search } : {} }, signal }))
  ).items.map(({ id, name }) => ({ id, name }))

/** Begins a plan. */
export const createPlan = (body: Schemas['NewPlan'], buyer_id?: string) =>
  data(api.POST('/plans', { params: { query: buyer_id ? { buyer_id } : {} }, body }))
/** Draws it anew; answers what did not fit and was moved. */
export const savePlan = (plan_id: string, body: PlanForm) =>
  data(api.PUT('/plans/{plan_id}', { params: { path: { plan_id } }, body }))
/** Sends it for approval. */
export const submitPlan = (plan_id: string, version: number) =>
  data(api.POST('/plans/{plan_id}/submit', { params: { path: { plan_id } }, body: { version } }))
/** Begins to draw it anew. */
export const revisePlan = (plan_id: string, body: { reason: string; version: number }) =>
  data(api.POST('/plans/{plan_id}/revise', { params: { path: { plan_id } }, body }))
/** Says how far a task is. */
export const reportProgress = (
  plan_id: string,
  body: { task: number; progress: number; version: number },
) => data(api.POST('/plans/{plan_id}/progress', { params: { path: { plan_id } }, body }))
/** Approves it: from now on it is what progress is held against. */
export const approvePlan = (plan_id: string, version: number) =>
  data(buyer.POST('/plans/{plan_id}/approve', { params: { path: { plan_id } }, body: { version } }))
/** Returns it with a reason. */
export const returnPlan = (plan_id: string, body: { reason: string; version: number }) =>
  data(buyer.POST('/plans/{plan_id}/return', { params: { path: { plan_id } }, body }))
