import { cell, rowsOf, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { PaymentSlots } from './slots.ts'

const payer = { type: 'supplier', privilege: 'MAKE_PAYMENTS' } as const

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
    guard: payer,
    screen: () => import('./mpesa.tsx'),
  },
  ...['stp', 'pp', 'cpp', 'p', 'c', 'd', 'iveri'].map(
    (way): Row => ({
      path: `/supplier/payment/cards/${way}`,
      guard: payer,
      screen: () => import('./card.tsx'),
    }),
  ),
  ...['cpp/return/processing/:tx_ref/', 'pp/return/processing'].map(
    (back): Row => ({
      path: `/supplier/payment/cards/${back}`,
      guard: payer,
      screen: () => import('./returned.tsx'),
    }),
  ),
  ...['success', 'error'].map(
    (end): Row => ({
      path: `/supplier/payment/cards/re/${end}`,
      guard: payer,
      screen: () => import('./result.tsx'),
    }),
  ),
  ...rowsOf({
    desk: 'supplier',
    tables: { '': screens({ payments: cell('/supplier/mypayments') }) },
    screens: { payments: { screen: () => import('./my-payments.tsx') } },
  }),
]
