import type { Row } from '@zabuni/routing/row'

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
  {
    path: '/supplier/mypayments',
    guard: { type: 'supplier' },
    screen: () => import('./my-payments.tsx'),
  },
]
