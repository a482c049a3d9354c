import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { StatusDot } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { Page } from '@zabuni/ui/page'
import { Undo2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { BidTabs } from '../bid-tabs.tsx'
import { useListState } from '../list-state.ts'
import { TwoLines } from '../parts.tsx'
import { withdrawalsQuery } from '../queries.ts'

type Row = Schemas['WithdrawalRow']
const col = columnsFor<Row>()

/** Bids taken back, and until when support calls. */
export default function Withdrawals() {
  const { t } = useTranslation('bidding')
  const list = useListState()
  const query = useQuery(withdrawalsQuery(list.input.after))
  const columns = useMemo(
    () => [
      col.accessor('category_name', {
        header: t('open.category'),
        cell: ({ row: { original: w } }) => (
          <TwoLines first={w.category_name} second={`${w.reference} · ${w.job_title}`} />
        ),
        meta: { width: '32%' },
      }),
      col.accessor('reason', {
        header: t('withdrawals.reason'),
        cell: (c) => <span className="line-clamp-2 whitespace-normal">{c.getValue()}</span>,
      }),
      col.accessor('at', {
        header: t('withdrawals.at'),
        cell: (c) => formatDateTime(c.getValue()),
      }),
      col.accessor('contact_by', {
        header: t('withdrawals.contact'),
        cell: ({ row: { original: w } }) =>
          w.contacted_at ? (
            <StatusDot tone="ok">
              {t('withdrawals.contacted', { date: formatDateTime(w.contacted_at) })}
            </StatusDot>
          ) : (
            <StatusDot tone="info">
              {t('withdrawals.contactBy', { date: formatDateTime(w.contact_by) })}
            </StatusDot>
          ),
      }),
    ],
    [t],
  )
  return (
    <Page title={t('withdrawals.title')} subtitle={t('withdrawals.subtitle')}>
      <BidTabs />
      <DataTable
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(w) => w.id}
        caption={t('withdrawals.title')}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.error ? problemText(query.error) : undefined}
        onRetry={() => void query.refetch()}
        paging={list.paging(query.data?.next)}
        empty={
          <EmptyState
            icon={<Undo2Icon size={18} />}
            title={t('withdrawals.emptyTitle')}
            body={t('withdrawals.emptyBody')}
          />
        }
      />
    </Page>
  )
}
