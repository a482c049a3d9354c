import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** The one query cache of a console. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
        // 4xx is an answer, not an accident; everything else gets three tries with growing pauses.
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 3,
        retryDelay: (n) => Math.min(1000 * 2 ** n, 15_000),
      },
      mutations: { networkMode: 'offlineFirst' },
    },
  })
