import { queryOptions } from '@tanstack/react-query'
import { api, type Query, type Schemas } from '@zabuni/api/buyer'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { type Query as OperatorQuery, api as operator } from '@zabuni/api/operator'

/** A row of the register. */
export type RiskRow = Schemas['RiskRow']
/** A risk with its history. */
export type Risk = Schemas['Risk']
/** A cell of the matrix. */
export type Cell = Schemas['RiskCell']
/** How much a score is. */
export type Level = RiskRow['level']
/** Where a risk stands. */
export type Status = RiskRow['status']
/** A supplier of whom the register speaks. */
export type RiskSupplier = Schemas['RiskSupplier']
/** What somebody says of a risk. */
export type RiskForm = Schemas['RiskForm']

/** Levels from the least. */
export const LEVELS = ['low', 'moderate', 'high', 'critical'] as const satisfies Level[]
/** Where risks stand. */
export const STATUSES = ['open', 'treated', 'accepted', 'closed'] as const satisfies Status[]
/** Those that are not over. */
export const LIVE = ['open', 'treated', 'accepted'] as const satisfies Status[]
/** What is to be done about a risk. */
export const RESPONSES = [
  'reduce',
  'avoid',
  'transfer',
  'accept',
] as const satisfies RiskRow['response'][]
/** Both scales. */
export const SCALE = [1, 2, 3, 4, 5] as const

/** The register in figures. */
export const board = queryOptions({
  queryKey: [...keys.risks, 'board'],
  queryFn: ({ signal }) => data(api.GET('/risks/board', { signal })),
})

/** A page of the register. */
export const risks = (query: Query<'risks'>) =>
  queryOptions({
    queryKey: [...keys.risks, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/risks', { params: { query }, signal })),
  })

/** A risk with its history. */
export const risk = (risk_id: string) =>
  queryOptions({
    queryKey: [...keys.risks, risk_id],
    queryFn: ({ signal }) =>
      data(api.GET('/risks/{risk_id}', { params: { path: { risk_id } }, signal })),
  })

/** A page of suppliers of whom the register speaks. */
export const riskSuppliers = (query: Query<'riskSuppliers'>) =>
  queryOptions({
    queryKey: [...keys.risks, 'suppliers', query],
    queryFn: ({ signal }) => data(api.GET('/risk-suppliers', { params: { query }, signal })),
  })

/** The registers of buyers in figures. */
export const overview = (query: OperatorQuery<'riskOverview'>) =>
  queryOptions({
    queryKey: [...keys.risks, 'overview', query],
    queryFn: ({ signal }) => data(operator.GET('/risks/overview', { params: { query }, signal })),
  })

/** Who may own a risk. */
export const owners = queryOptions({
  queryKey: [...keys.risks, 'owners'],
  queryFn: ({ signal }) => data(api.GET('/risk-owners', { signal })),
})

/** A job of which a risk is. */
export const jobOf = (job_id: string) =>
  queryOptions({
    queryKey: keys.job(job_id),
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}', { params: { path: { job_id } }, signal })),
  })

/** A supplier of whom a risk is, by name. */
export const supplierOf = (supplier_id: string) =>
  queryOptions({
    queryKey: [...keys.risks, 'supplier', supplier_id],
    queryFn: ({ signal }) =>
      data(api.GET('/risk-directory', { params: { query: { supplier_id } }, signal })),
  })

const found = (search: string) => ({ params: { query: search ? { search } : {} } })
/** Finds jobs of the company. */
export const searchJobs = async (search: string, signal: AbortSignal) =>
  (await data(api.GET('/jobs', { ...found(search), signal }))).items.map(({ id, title }) => ({
    id,
    name: title,
  }))
/** Finds suppliers by name. */
export const searchSuppliers = async (search: string, signal: AbortSignal) =>
  (await data(api.GET('/risk-directory', { ...found(search), signal }))).items

/** Enters a risk. */
export const createRisk = (body: RiskForm) => data(api.POST('/risks', { body }))
/** Says anew what a risk is. */
export const changeRisk = (risk_id: string, body: RiskForm & { version: number }) =>
  data(api.PUT('/risks/{risk_id}', { params: { path: { risk_id } }, body }))
/** Brings a risk to another status. */
export const moveRisk = (
  risk_id: string,
  body: { status: Status; note: string; version: number },
) => data(api.POST('/risks/{risk_id}/status', { params: { path: { risk_id } }, body }))
