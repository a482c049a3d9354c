import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Query } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Activity } from './activity.ts'

/** The table of activities, regimes and kinds of answer; it changes only with a release. */
export const policies = queryOptions({
  queryKey: keys.policies,
  queryFn: ({ signal }) => data(api.GET('/activities', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One page of a list of jobs, as the address asks for it. */
export type JobsQuery = Query<'jobs'>

/** A page of jobs. */
export const jobs = (query: JobsQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, query],
    queryFn: ({ signal }) => data(api.GET('/jobs', { params: { query }, signal })),
  })

/** Departments of a company for whose needs jobs are, or were; at the operator's desk its id says of which. */
export const departments = (buyer_id: string | undefined) =>
  queryOptions({
    queryKey: [...keys.jobs, 'departments', buyer_id ?? ''],
    queryFn: ({ signal }) =>
      data(api.GET('/departments', { params: { query: buyer_id ? { buyer_id } : {} }, signal })),
  })

const askPlanned = (
  activity: Activity,
  buyer_id: string | undefined,
  search: string,
  signal: AbortSignal,
) =>
  data(
    api.GET('/planned-items', {
      params: {
        query: { activity, ...(buyer_id ? { buyer_id } : {}), ...(search ? { search } : {}) },
      },
      signal,
    }),
  )

/** The first items of approved plans of procurement of which a job of an activity may be: whether there are any. */
export const plannedItems = (activity: Activity, buyer_id: string | undefined) =>
  queryOptions({
    queryKey: [...keys.procurement, 'choices', activity, buyer_id ?? ''],
    queryFn: ({ signal }) => askPlanned(activity, buyer_id, '', signal),
  })

/** Finds codes of what is bought, by first digits or words. */
export const searchCPVCodes = async (
  search: string,
  language: Query<'cpvCodes'>['language'],
  signal: AbortSignal,
) =>
  (
    await data(
      api.GET('/cpv-codes', { params: { query: { search, language: language ?? 'en' } }, signal }),
    )
  ).items

/** Finds such items by their number or title. */
export const searchPlannedItems = async (
  activity: Activity,
  buyer_id: string | undefined,
  search: string,
  signal: AbortSignal,
) => (await askPlanned(activity, buyer_id, search, signal)).items
