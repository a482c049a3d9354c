import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/operator'

/** The platform at a glance. */
export type Dashboard = Schemas['LiveDashboard']
/** A published job. */
export type LiveJob = Schemas['LiveJob']
/** A published category in numbers. */
export type LiveCategory = Schemas['LiveCategory']
/** A company that takes part. */
export type Participant = Schemas['Participant']

/** Jobs, categories, companies and money in numbers; asked again while somebody looks. */
export const dashboard = queryOptions({
  queryKey: ['live', 'dashboard'],
  queryFn: ({ signal }) => data(api.GET('/dashboard', { signal })),
  refetchInterval: 30_000,
})

/** What narrows the list of live jobs. */
export type JobsQuery = {
  activity?: string
  buyer_id?: string
  search?: string
  open?: boolean
  after?: string
}

/** A page of published jobs of every buyer. */
export const liveJobs = (query: JobsQuery) =>
  queryOptions({
    queryKey: ['live', 'jobs', query],
    queryFn: ({ signal }) => data(api.GET('/livejobs', { params: { query }, signal })),
  })

/** A published job with its categories. */
export const liveCategories = (job_id: string) =>
  queryOptions({
    queryKey: ['live', 'job', job_id],
    queryFn: ({ signal }) =>
      data(api.GET('/livejobs/{job_id}/categories', { params: { path: { job_id } }, signal })),
  })

/** Who takes part in a category. */
export const participants = (category_id: string) =>
  queryOptions({
    queryKey: ['live', 'participants', category_id],
    queryFn: ({ signal }) =>
      data(
        api.GET('/livejobs/categories/{category_id}/participants', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })

type Companies = { search?: string; country?: string; after?: string }

/** A page of buyers. */
export const buyers = (query: Companies) =>
  queryOptions({
    queryKey: ['live', 'buyers', query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })

/** The countries of the platform. */
export const countries = queryOptions({
  queryKey: ['core', 'countries'],
  queryFn: async ({ signal }) => (await data(api.GET('/core/countries/', { signal }))).items,
  staleTime: Number.POSITIVE_INFINITY,
})
