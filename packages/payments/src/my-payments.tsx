import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Papers } from './papers.tsx'
import { Money, OrderState } from './parts.tsx'
import { type OrderStatus, type Payment, paperOf, paymentsQuery, payPath } from './queries.ts'

const filterable = [
  'completed',
  'processing',
  'failed',
  'expired',
  'cancelled',
  'created',
] as const satisfies readonly OrderStatus[]

const columns = columnsFor<Payment>()

/** What was paid, how, and what for. */
export default function MyPayments() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const list = useList(
    paymentsQuery(
      given({
        status: at.many('status', filterable),
        ...at.days('at'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const mayPay = mayI('MAKE_PAYMENTS')
  const shown = useMemo(
    () => [
      columns.accessor('number', {
        header: t('list.number'),
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      }),
      columns.accessor('provider', {
        header: t('list.mode'),
        cell: (c) => {
          const { provider, reference } = c.row.original
          return (
            <span className="grid gap-0.5">
              <span>{provider ? t(`mode.${provider}`) : '–'}</span>
              {reference ? (
                <span title={t('list.reference')} className="text-xs text-ink-2">
                  {reference}
                </span>
              ) : null}
            </span>
          )
        },
      }),
      columns.accessor((p) => p.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => (
          <span className="grid justify-items-end gap-0.5">
            <Money amount={c.row.original.amount} />
            {c.row.original.back?.map((b) => (
              <span key={b.id} title={b.purpose} className="text-xs text-ink-2">
                {t(`back.mine.${b.status}`)} <Money amount={b.amount} />
              </span>
            ))}
          </span>
        ),
      }),
      columns.accessor('purpose', {
        header: t('list.purpose'),
        cell: (c) => (
          <span title={c.getValue()} className="block max-w-56 truncate cards:whitespace-normal">
            {c.getValue()}
          </span>
        ),
      }),
      columns.accessor('status', {
        header: t('list.status'),
        cell: (c) => (
          <OrderState
            shown={c.row.original.shown}
            status={c.getValue()}
            inReview={c.row.original.in_review}
          />
        ),
      }),
      columns.accessor('created_at', {
        header: t('list.at'),
        cell: (c) => formatMoment(c.row.original.paid_at ?? c.getValue(), ownZone()),
      }),
      columns.accessor('receipts', {
        header: t('papers.title'),
        cell: (c) => {
          const papers = c.getValue() ?? []
          return papers.length ? <Papers papers={papers} fetch={paperOf} /> : '–'
        },
      }),
      columns.display({
        id: 'go-on',
        header: () => <span className="sr-only">{t('list.goOn')}</span>,
        cell: (c) =>
          mayPay && goesOn(c.row.original) ? (
            <LinkButton size="sm" to={wayOn(c.row.original)}>
              {t('list.goOn')}
            </LinkButton>
          ) : null,
      }),
    ],
    [t, mayPay],
  )
  return (
    <Page
      title={t('list.title')}
      subtitle={t('list.note')}
      actions={<LinkButton to="/supplier/payment/statement">{t('statement.title')}</LinkButton>}
    >
      <List
        at={at}
        query={list}
        columns={shown}
        caption={t('list.title')}
        search={t('list.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('list.status'),
            options: filterable.map((value) => ({ value, label: t(`order.${value}`) })),
          },
          { key: 'at', kind: 'days', label: t('list.at') },
        ]}
        empty={{
          icon: <ReceiptTextIcon size={18} />,
          title: t('list.empty'),
          body: t('list.emptyBody'),
          action: <LinkButton to="/supplier/dashboard/cart">{t('pay.toCart')}</LinkButton>,
        }}
      />
    </Page>
  )
}

/** The screen of the way that was tried; before any, M-Pesa's for what it takes, else the cart's choice. */
const wayOn = (p: Payment) =>
  payPath(p.provider ?? (p.amount.currency === 'KES' ? 'mpesa' : undefined), p.id)

/** Whether there is something left to do on the payment's screen. */
const goesOn = (p: Payment) =>
  !p.in_review && ['created', 'pending', 'processing', 'failed', 'expired'].includes(p.status)
