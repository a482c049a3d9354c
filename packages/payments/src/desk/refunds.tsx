import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Undo2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { RefundState, refundPath } from './parts.tsx'
import { type Refund, refundsQuery } from './queries.ts'

const STATES = [
  'asked',
  'approved',
  'sent',
  'done',
  'failed',
  'refused',
] as const satisfies readonly Refund['status'][]
const column = columnsFor<Refund>()

/** What is given back: asked for, decided, on its way, and gone. */
export default function Refunds() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const query = useList(
    refundsQuery(
      given({
        status: at.many('status', STATES),
        ...at.days('asked'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('code', {
        header: t('back.code'),
        cell: ({ row: { original: r } }) => (
          <RowLink to={refundPath(r.id)} note={r.supplier_name}>
            {r.code}
          </RowLink>
        ),
      }),
      column.accessor('number', {
        header: t('list.number'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {r.number}
            {r.job_title ? <span className="text-xs text-ink-2">{r.job_title}</span> : null}
          </span>
        ),
      }),
      column.accessor('provider', {
        header: t('list.mode'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {t(`mode.${r.provider}`)}
            <span className="text-xs text-ink-2">
              {t(r.by_hand ? 'back.byHand' : 'back.byProvider')}
            </span>
          </span>
        ),
      }),
      column.accessor((r) => r.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => <Money amount={r.amount} />,
      }),
      column.accessor('status', {
        header: t('list.status'),
        cell: ({ row: { original: r } }) => <RefundState status={r.status} />,
      }),
      column.accessor('reason', {
        header: t('desk.why'),
        cell: (c) => <span className="line-clamp-2 whitespace-normal">{c.getValue()}</span>,
      }),
      column.accessor('asked_at', {
        header: t('back.asked'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {r.asker}
            <span className="text-xs text-ink-2">{formatMoment(r.asked_at, ownZone())}</span>
          </span>
        ),
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('back.title')}
      subtitle={t('back.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('back.title')}
        search={t('back.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('list.status'),
            options: STATES.map((value) => ({ value, label: t(`back.state.${value}`) })),
          },
          { key: 'asked', kind: 'days', label: t('back.asked') },
        ]}
        empty={{
          icon: <Undo2Icon size={18} />,
          title: t('back.empty'),
          body: t('back.emptyBody'),
        }}
      />
    </Page>
  )
}
