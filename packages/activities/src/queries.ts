import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Query } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'

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
