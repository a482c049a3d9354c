import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { Money, OrderState } from '../parts.tsx'
import { type Payer, payersQuery } from './queries.ts'

const column = columnsFor<Payer>()

/** Who ordered a category, by which way, and what became of it. */
export default function Payers() {
  const { t } = useTranslation('payments')
  const { category_id = '' } = useParams()
  const at = useListParams()
  const query = useList(payersQuery(category_id, given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('supplier_name', {
        header: t('desk.supplier'),
        cell: ({ row: { original: r } }) => (
          <RowLink
            to={`/zabuni/prequal/payment/reconciliation/order/${r.order_id}`}
            note={r.number}
          >
            {r.supplier_name}
          </RowLink>
        ),
      }),
      column.accessor((r) => r.fee.value, {
        id: 'fee',
        header: t('desk.job.fee'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.fee} />,
      }),
      column.accessor('provider', {
        header: t('list.mode'),
        cell: (c) => {
          const way = c.getValue()
          return way ? t(`mode.${way}`) : '–'
        },
      }),
      column.accessor('receipt', { header: t('pay.receipt'), cell: (c) => c.getValue() || '–' }),
      column.accessor('status', {
        header: t('list.status'),
        cell: ({ row: { original: r } }) => (
          <OrderState shown={r.shown} status={r.status} inReview={r.in_review} />
        ),
      }),
      column.accessor('created_at', {
        header: t('list.at'),
        cell: ({ row: { original: r } }) => formatMoment(r.paid_at ?? r.created_at, ownZone()),
      }),
    ],
    [t],
  )
  const about = query.data
  return (
    <Page
      title={about?.name ?? t('desk.job.title')}
      subtitle={about ? `${about.reference} · ${about.buyer_name}` : undefined}
      crumbs={
        about
          ? [
              {
                label: t('desk.job.title'),
                to: `/zabuni/prequal/payment/reconciliation/${about.job_id}`,
              },
            ]
          : []
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('desk.job.title')}
        search={t('desk.search')}
        filters={[]}
        empty={{
          icon: <ReceiptTextIcon size={18} />,
          title: t('desk.job.nobody'),
          body: t('desk.job.nobodyBody'),
        }}
      />
    </Page>
  )
}
