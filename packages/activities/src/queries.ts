import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Activity } from './activity.ts'

/** The table of activities, regimes and kinds of answer; it changes only with a release. */
export const policies = queryOptions({
  queryKey: keys.policies,
  queryFn: ({ signal }) => data(api.GET('/activities', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One page of a list of jobs, as the address asks for it. */
export type JobsQuery = {
  activity?: Activity
  status?: Schemas['JobRow']['status']
  search?: string
  after?: string
  limit?: number
  buyer_id?: string
}

/** A page of jobs. */
export const jobs = (query: JobsQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, query],
    queryFn: ({ signal }) => data(api.GET('/jobs', { params: { query }, signal })),
  })
