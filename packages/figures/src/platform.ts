import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Schemas } from '@zabuni/api/operator'

/** The platform at a glance. */
export type Dashboard = Schemas['LiveDashboard']
/** Jobs, categories, companies and money in numbers. */
export const dashboard = queryOptions({
  queryKey: [...keys.figures, 'platform'],
  queryFn: ({ signal }) => data(api.GET('/dashboard', { signal })),
})

type Companies = { search?: string; country?: string; after?: string }

/** A page of buyers. */
export const buyers = (query: Companies) =>
  queryOptions({
    queryKey: [...keys.buyers, query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })
