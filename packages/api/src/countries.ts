import { queryOptions } from '@tanstack/react-query'
import { data } from './client.ts'
import { keys } from './keys.ts'
import { api } from './shared.ts'

/** The countries of the platform. */
export const countries = queryOptions({
  queryKey: keys.countries,
  queryFn: async ({ signal }) => (await data(api.GET('/core/countries/', { signal }))).items,
  staleTime: Number.POSITIVE_INFINITY,
})
