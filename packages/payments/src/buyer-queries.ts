import { queryOptions } from '@tanstack/react-query'
import { api, type Query, type Schemas } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'

/** What came in for one category of my company. */
export type BuyerFee = Schemas['BuyerFee']
/** What my company was paid out. */
export type MyPayout = Schemas['MyPayout']

/** One page of the fees of my company's jobs. */
export const feesQuery = (query: Query<'buyerFees'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'fees', query],
    queryFn: ({ signal }) => data(api.GET('/payments', { params: { query }, signal })),
  })
/** The same as a workbook; who took it is recorded. */
export const feesFile = (query: Query<'exportBuyerFees'>) =>
  bytes(api.POST('/payments/export', { params: { query }, parseAs: 'blob' }))
/** One page of what my company was paid out, and what is due to it. */
export const myPayoutsQuery = (query: Query<'myPayouts'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'payouts', query],
    queryFn: ({ signal }) => data(api.GET('/payments/payouts', { params: { query }, signal })),
    staleTime: 0,
  })
