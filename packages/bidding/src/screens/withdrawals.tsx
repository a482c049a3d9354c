import { given, useList } from '@zabuni/api/list'
import type { Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { StatusDot } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Undo2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { BidTabs } from '../bid-tabs.tsx'
import { TwoLines } from '../parts.tsx'
import { withdrawalsQuery } from '../queries.ts'

type Row = Schemas['WithdrawalRow']
const col = columnsFor<Row>()

/** Bids taken back, and until when support calls. */
export default function Withdrawals() {
  const { t } = useTranslation('bidding')
  const at = useListParams()
  const query = useList(
    withdrawalsQuery(given({ search: at.search, ...at.days('withdrawn'), after: at.after })),
  )
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
        cell: (c) => formatMoment(c.getValue(), c.row.original.timezone),
      }),
      col.accessor('contact_by', {
        header: t('withdrawals.contact'),
        cell: ({ row: { original: w } }) =>
          w.contacted_at ? (
            <StatusDot tone="ok">
              {t('withdrawals.contacted', { date: formatMoment(w.contacted_at, w.timezone) })}
            </StatusDot>
          ) : (
            <StatusDot tone="info">
              {t('withdrawals.contactBy', { date: formatMoment(w.contact_by, w.timezone) })}
            </StatusDot>
          ),
      }),
    ],
    [t],
  )
  return (
    <Page title={t('withdrawals.title')} subtitle={t('withdrawals.subtitle')}>
      <BidTabs />
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('withdrawals.title')}
        search={t('bids.search')}
        filters={[{ key: 'withdrawn', kind: 'days', label: t('withdrawals.at') }]}
        empty={{
          icon: <Undo2Icon size={18} />,
          title: t('withdrawals.emptyTitle'),
          body: t('withdrawals.emptyBody'),
        }}
      />
    </Page>
  )
}
