import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/operator'

/** The platform at a glance. */
export type Dashboard = Schemas['LiveDashboard']
/** Jobs, categories, companies and money in numbers. */
export const dashboard = queryOptions({
  queryKey: [...keys.figures, 'platform'],
  queryFn: ({ signal }) => data(api.GET('/dashboard', { signal })),
})

/** A page of buyers. */
export const buyers = (query: Query<'buyers'>) =>
  queryOptions({
    queryKey: [...keys.buyers, query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })
