import { queryOptions } from '@tanstack/react-query'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/supplier'
import type { Language } from '@zabuni/i18n/languages'

/** What a supplier is about to pay. */
export type Cart = Schemas['Cart']
/** One category in a cart or an order. */
export type CartLine = Schemas['CartLine']
/** A cart as it was checked out. */
export type Order = Schemas['Order']
/** One row of a list of payments. */
export type Payment = Schemas['Payment']
/** The states of an order. */
export type OrderStatus = Order['status']

/** How often a waiting screen asks, at most, and only while somebody looks. */
const POLL_MS = 3000
/** Whoever pays by hand has a phone to type on first. */
const HAND_MS = 10_000
/** A statement comes once or twice a day: nobody watches for it. */
const STATEMENT_MS = 60_000

/** A receipt or a credit note on paper. */
export const paperOf = (receipt_id: string, language: Language) =>
  bytes(
    api.GET('/supplier/payment/receipts/{receipt_id}/pdf/', {
      params: { path: { receipt_id }, query: { language } },
      parseAs: 'blob',
    }),
  )

/** My cart. */
export const cartQuery = queryOptions({
  queryKey: keys.cart,
  queryFn: ({ signal }) => data(api.GET('/supplier/cart/', { signal })),
})

/** Whether a prompt of the order may still be answered. */
export const isLive = (order: Pick<Order, 'status'>): boolean =>
  order.status === 'pending' || order.status === 'processing'

/** One order; asked again and again while its prompt is open. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'order', id],
    queryFn: ({ signal }) =>
      data(
        api.GET('/supplier/payment/orders/{order_id}/', {
          params: { path: { order_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
    refetchInterval: (query) => {
      const order = query.state.data
      if (!order || !isLive(order)) return order?.by_hand ? HAND_MS : false
      return order.transfer ? STATEMENT_MS : POLL_MS
    },
    refetchOnWindowFocus: true,
  })

/** One page of my payments. */
export const paymentsQuery = (query: Query<'myPayments'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/supplier/mypayments/', { params: { query }, signal })),
    staleTime: 0,
  })

/** Take a category out of my cart. */
export const removeFromCart = (category_id: string) =>
  api.DELETE('/supplier/cart/{category_id}/', { params: { path: { category_id } } })
/** Turn the cart into an order; the same key asks for the same order. */
export const checkout = (key: string) =>
  api.POST('/supplier/cart/checkout/', { params: { header: idempotencyKey(key) } })
/** The ways that have a page of their own, by the names of the specification's paths. */
const pageWays = ['stp', 'pp', 'cpp', 'p', 'c', 'd', 'iveri'] as const
/** A way with a page. */
export type PageWay = (typeof pageWays)[number]
/** Whether a way has a page. */
export const isPageWay = (way: string | undefined): way is PageWay =>
  (pageWays as readonly string[]).includes(way ?? '')

/** Where an order is paid by a way; without one the cart offers them. */
export const payPath = (way: string | undefined, order: string): string =>
  way === 'mpesa'
    ? `/supplier/payment/mpesa?order=${order}`
    : isPageWay(way)
      ? `/supplier/payment/cards/${way}?order=${order}`
      : way === 'bank'
        ? `/supplier/payment/bank?order=${order}`
        : '/supplier/dashboard/cart'

/** Whether whoever has the link of an order may pay it by a way, without an account. */
export const isOpenWay = (way: PageWay): boolean => way === 'c' || way === 'd'

/**
 * The screen of an order at a way with a form, loaded anew: only the page that was loaded under this address may
 * post to the provider's.
 */
export const formPath = (way: PageWay, order: string): string =>
  `/supplier/payment/cards/${way}?order=${order}&onward=1`

/** Begin at a provider's page; the same key begins once. */
export const payByPage = (way: PageWay, key: string, order_id: string) =>
  api.POST('/supplier/payment/cards/{way}/', {
    params: { path: { way }, header: idempotencyKey(key) },
    body: { order_id },
  })
/** Back from a provider's page: it is asked what became of the payment. */
export const payReturned = (way: PageWay, body: Schemas['ReturnInputBody']) =>
  api.POST('/supplier/payment/returns/{way}/', { params: { path: { way } }, body })
/** Leave a provider's page, to choose another way. */
export const leavePayment = (order_id: string) =>
  api.POST('/supplier/payment/orders/{order_id}/leave/', { params: { path: { order_id } } })
/** Ask the payer's phone; the same key asks once. */
export const payByMpesa = (key: string, body: Schemas['MpesaInputBody']) =>
  api.POST('/supplier/payment/mpesa/', { params: { header: idempotencyKey(key) }, body })
/** Hold an order for a transfer; the same key holds it once. */
export const payByBank = (key: string, order_id: string) =>
  api.POST('/supplier/payment/bank/', {
    params: { header: idempotencyKey(key) },
    body: { order_id },
  })
/** Show what the bank gave for a transfer. */
export const addSlip = (order_id: string, file: File) =>
  api.POST('/supplier/payment/orders/{order_id}/slips/', {
    params: { path: { order_id }, query: { file_name: file.name } },
    ...asBytes(file),
  })

/** What came from my company or went back, in one moment. */
export type Moved = Schemas['Moved']

/** One page of my statement, with the sums of its period. */
export const statementQuery = (query: Query<'moneyStatement'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'statement', query],
    queryFn: ({ signal }) =>
      data(api.GET('/supplier/payment/statement/', { params: { query }, signal })),
    staleTime: 0,
  })
/** The statement as a file; who took it is recorded. */
export const statementFile = (query: Query<'exportStatement'>) =>
  bytes(api.POST('/supplier/payment/statement/export/', { params: { query }, parseAs: 'blob' }))
