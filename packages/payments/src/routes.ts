import { cell, rowsOf, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { progressRow } from '@zabuni/tasks/routes'
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
  {
    path: '/supplier/payment/bank',
    guard: payer,
    screen: () => import('./bank.tsx'),
  },
  {
    path: '/supplier/payment/statement',
    guard: { type: 'supplier' },
    screen: () => import('./statement.tsx'),
    operation: 'moneyStatement',
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

/** What a buyer reads of the fees of its jobs. */
export const buyerFeeRows: readonly Row[] = [
  {
    path: '/buyer/payments',
    guard: { type: 'buyer', privilege: 'VIEW_REPORT' },
    screen: () => import('./buyer-fees.tsx'),
    operation: 'buyerFees',
  },
]

const qed = { type: 'qed' } as const
const mover = { ...qed, privilege: 'MANAGE_PAYMENTS' } as const
const story = () => import('./desk/reconcile.tsx')
const job = { guard: { ...qed, privilege: 'MANAGE_JOB' }, screen: () => import('./desk/job.tsx') }

/** The operator's desk of payments. */
export const paymentDeskRows: readonly Row[] = [
  {
    path: '/zabuni/payment-management/mpesa',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/mpesa.tsx'),
  },
  {
    path: '/zabuni/payment_reconciliation',
    guard: qed,
    screen: () => import('./desk/queues.tsx'),
  },
  { path: '/zabuni/payment_reconciliation/reconcile/:code', guard: qed, screen: story },
  {
    path: '/zabuni/payment_reconciliations',
    guard: qed,
    screen: () => import('./desk/resolutions.tsx'),
  },
  { path: '/zabuni/payment_reconciliations/view/:code', guard: qed, screen: story },
  {
    path: '/zabuni/payment_statements',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/statements.tsx'),
  },
  {
    path: '/zabuni/payment_statements/import',
    guard: mover,
    screen: () => import('./desk/import.tsx'),
  },
  {
    path: '/zabuni/payment_refunds',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/refunds.tsx'),
  },
  {
    path: '/zabuni/payment_refunds/view/:id',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/refund.tsx'),
  },
  {
    path: '/zabuni/payment_disputes',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/disputes.tsx'),
  },
  {
    path: '/zabuni/payment_disputes/view/:id',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/dispute.tsx'),
  },
  {
    path: '/zabuni/payment_payouts',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/payouts.tsx'),
  },
  {
    path: '/zabuni/payment_totals',
    guard: { ...qed, privilege: 'VIEW_REPORT' },
    screen: () => import('./desk/totals.tsx'),
  },
  progressRow('/zabuni/payment_statements/progress/:taskId', mover),
  // The specification writes the tails alone: with the activity's part before them, and without.
  ...['prequal/', ''].flatMap((part): readonly Row[] => [
    { path: `/zabuni/${part}payment/reconciliation/:prequal_id`, ...job } as Row,
    {
      path: `/zabuni/${part}payment/reconciliation/category/suppliers/:category_id`,
      guard: qed,
      screen: () => import('./desk/payers.tsx'),
    },
    { path: `/zabuni/${part}payment/reconciliation/order/:id`, guard: qed, screen: story },
  ]),
]
