import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { StatusDot } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Undo2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { type WithdrawalRow, withdrawals } from '../queries.ts'

const column = columnsFor<WithdrawalRow>()

/** Bids that were taken back, at whichever buyer's: whom support calls, and by when. */
export default function Withdrawals() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const at = useListParams()
  const { href } = useHere()
  const query = useList(
    withdrawals(given({ search: at.search, ...at.days('withdrawn'), after: at.after })),
  )
  const columns = useMemo(
    () => [
      column.accessor('supplier_name', {
        header: t('live:columns.supplier'),
        meta: { width: '22%' },
        cell: ({ row: { original: w } }) => (
          <RowLink
            to={href('supplier', { supplierId: w.supplier_id })}
            note={[w.person, w.supplier_phone].filter(Boolean).join(' · ')}
          >
            {w.supplier_name}
          </RowLink>
        ),
      }),
      column.accessor('category_name', {
        header: t('live:columns.category'),
        cell: ({ row: { original: w } }) => (
          <RowLink to={null} note={w.reference}>
            {w.category_name}
          </RowLink>
        ),
      }),
      column.accessor('buyer_name', { header: t('live:columns.buyer') }),
      column.accessor('reason', {
        header: t('withdrawals.reason'),
        meta: { width: '24%' },
        cell: (c) => <span className="line-clamp-2 whitespace-normal">{c.getValue()}</span>,
      }),
      column.accessor('at', {
        header: t('withdrawals.at'),
        meta: { width: '18%' },
        cell: ({ row: { original: w } }) => (
          <span className="grid gap-0.5 whitespace-normal">
            {formatMoment(w.at, w.timezone)}
            <StatusDot tone={w.contacted_at ? 'ok' : 'info'}>
              {w.contacted_at
                ? t('withdrawals.called', { date: formatMoment(w.contacted_at, w.timezone) })
                : t('withdrawals.callBy', { date: formatMoment(w.contact_by, w.timezone) })}
            </StatusDot>
          </span>
        ),
      }),
      column.accessor('bid_fee', {
        header: t('withdrawals.fee'),
        cell: ({ row: { original: w } }) =>
          isZero(w.bid_fee) ? (
            <span className="text-ink-2">{t('withdrawals.free')}</span>
          ) : (
            <span className="grid">
              <span className="tabular-nums">
                {formatMoney(w.bid_fee, w.currency, i18n.language)}
              </span>
              <span className="text-xs text-ink-2">
                {t(w.fee_back ? 'withdrawals.goesBack' : 'withdrawals.stays')}
              </span>
            </span>
          ),
      }),
    ],
    [t, i18n.language, href],
  )
  return (
    <Page title={t('withdrawals.title')} subtitle={t('withdrawals.note')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('withdrawals.title')}
        search={t('withdrawals.search')}
        filters={[{ key: 'withdrawn', kind: 'days', label: t('withdrawals.at') }]}
        empty={{
          icon: <Undo2Icon size={18} />,
          title: t('withdrawals.empty'),
          body: t('withdrawals.emptyBody'),
        }}
      />
    </Page>
  )
}
