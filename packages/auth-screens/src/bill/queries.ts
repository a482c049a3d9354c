import { data, idempotencyKey } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/supplier'

/** What there is to pay for the link of an order: not what for, and not who owes it. */
export type Bill = Schemas['Bill']

/** The ways by which whoever has the link pays, by the names of the specification's paths. */
const OPEN = ['c', 'd'] as const
/** One of them. */
export type OpenWay = (typeof OPEN)[number]
/** Whether anybody may pay by a way. */
export const isOpen = (way: string | undefined): way is OpenWay =>
  (OPEN as readonly string[]).includes(way ?? '')

/** Whether the order is being paid just now. */
export const isLive = ({ status }: Pick<Bill, 'status'>): boolean =>
  status === 'pending' || status === 'processing'

/** What there is to pay. */
export const readBill = (cart_code: string): Promise<Bill> =>
  data(api.GET('/payment/carts/{cart_code}/', { params: { path: { cart_code } } }))

/** Begin at a provider's page; the same key begins once. */
export const payBill = (
  cart_code: string,
  way: OpenWay,
  key: string,
  phone: string,
): Promise<Bill> =>
  data(
    api.POST('/payment/carts/{cart_code}/{way}/', {
      params: { path: { cart_code, way }, header: idempotencyKey(key) },
      body: phone ? { phone } : {},
    }),
  )

/** Back from DPO's page, by somebody who is signed in: it is asked what became of the payment. */
export const returned = (ref: string) =>
  data(
    api.POST('/supplier/payment/returns/{way}/', { params: { path: { way: 'd' } }, body: { ref } }),
  )
