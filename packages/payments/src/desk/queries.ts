import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/operator'

/** One attempt to pay an order. */
export type Try = Schemas['PaymentTry']
/** Money that a person must look at. */
export type Review = Schemas['Review']
/** What one person proposed to become of money, and another decided. */
export type Resolution = Schemas['Resolution']
/** All that is known of the money of one order. */
export type Story = Schemas['PaymentStory']
/** Who ordered a category, and what became of it. */
export type Payer = Schemas['CategoryPayer']
/** A way of paying. */
export type Way = Try['provider']

/** One page of tries of every supplier. */
export const triesQuery = (query: Query<'paymentAttempts'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'tries', query],
    queryFn: ({ signal }) => data(api.GET('/payments/attempts/', { params: { query }, signal })),
    staleTime: 0,
  })
/** What a way took today. */
export const todayQuery = (way: Way) =>
  queryOptions({
    queryKey: [...keys.payment, 'today', way],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/ways/{way}/today/', { params: { path: { way } }, signal })),
    staleTime: 0,
  })
/** One page of what is under review. */
export const reviewsQuery = (query: Query<'paymentsInReview'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'reviews', query],
    queryFn: ({ signal }) => data(api.GET('/payments/review/', { params: { query }, signal })),
    staleTime: 0,
  })
/** The latest messages that belong to no payment or contradict one. */
export const straysQuery = queryOptions({
  queryKey: [...keys.payment, 'strays'],
  queryFn: ({ signal }) =>
    data(api.GET('/payments/callbacks/', { params: { query: { limit: 100 } }, signal })),
  staleTime: 0,
})
/** One page of what was proposed and decided. */
export const resolutionsQuery = (query: Query<'paymentResolutions'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'resolutions', query],
    queryFn: ({ signal }) => data(api.GET('/payments/resolutions/', { params: { query }, signal })),
    staleTime: 0,
  })
/** An order by its number or its id. */
export const storyQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'story', number],
    queryFn: ({ signal }) =>
      data(
        api.GET('/payments/orders/{order_number}/', {
          params: { path: { order_number: number } },
          signal,
        }),
      ),
    staleTime: 0,
  })
/** What came in for a job. */
export const jobFeesQuery = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'job', job_id],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/jobs/{job_id}/', { params: { path: { job_id } }, signal })),
    staleTime: 0,
  })
/** One page of who ordered a category. */
export const payersQuery = (category_id: string, query: Query<'categoryPayers'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'payers', category_id, query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/payments/categories/{category_id}/suppliers/', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
    staleTime: 0,
  })

/** Asks the provider at once. */
export const askNow = (attempt_id: string) =>
  api.POST('/payments/attempts/{attempt_id}/ask/', { params: { path: { attempt_id } } })
/** Proposes what becomes of money under review. */
export const propose = (attempt_id: string, act: Resolution['act'], reason: string) =>
  api.POST('/payments/review/{attempt_id}/', {
    params: { path: { attempt_id } },
    body: { act, reason },
  })
/** Approves or refuses what another person proposed. */
export const decide = (attempt_id: string, approve: boolean) =>
  api.POST('/payments/review/{attempt_id}/decision/', {
    params: { path: { attempt_id } },
    body: { approve },
  })
