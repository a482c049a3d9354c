import { cell, rowsOf, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { PaymentSlots } from './slots.ts'

const screens = table<PaymentSlots>()

/** What a supplier sees of fees: the cart, the payment, the list. */
export const paymentRows: readonly Row[] = [
  {
    path: '/supplier/dashboard/cart',
    guard: { type: 'supplier' },
    screen: () => import('./cart.tsx'),
  },
  {
    path: '/supplier/payment/mpesa',
    guard: { type: 'supplier', privilege: 'MAKE_PAYMENTS' },
    screen: () => import('./mpesa.tsx'),
  },
  ...rowsOf({
    desk: 'supplier',
    tables: { '': screens({ payments: cell('/supplier/mypayments') }) },
    screens: { payments: { screen: () => import('./my-payments.tsx') } },
  }),
]
