import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatDate, formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ScaleIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { type ComparedTotal, totalsQuery, type Way } from './queries.ts'

const WAYS = [
  'mpesa',
  'stp',
  'pp',
  'cpp',
  'p',
  'c',
  'd',
  'iveri',
  'bank',
] as const satisfies readonly Way[]
const column = columnsFor<ComparedTotal>()

/** Books and providers, day by day: what differs is a person's to find. */
export default function Totals() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const differing = at.one('differing', ['yes'] as const)
  const query = useList(
    totalsQuery(
      given({
        provider: at.many('provider', WAYS),
        differing: differing ? true : undefined,
        ...at.days('day'),
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('day', {
        header: t('totals.day'),
        cell: (c) => formatDate(c.getValue()),
      }),
      column.accessor('provider', {
        header: t('list.mode'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {t(`mode.${r.provider}`)}
            <span className="text-xs text-ink-2">{t(`totals.source.${r.source}`)}</span>
          </span>
        ),
      }),
      column.accessor((r) => r.booked.value, {
        id: 'booked',
        header: t('totals.booked'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.booked} />,
      }),
      column.accessor((r) => r.told.value, {
        id: 'told',
        header: t('totals.told'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.told} />,
      }),
      column.accessor((r) => r.differs.value, {
        id: 'differs',
        header: t('totals.differs'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) =>
          isZero(r.differs.value) ? (
            <Badge tone="ok">{t('totals.agree')}</Badge>
          ) : (
            <span className="font-medium text-bad">
              <Money amount={r.differs} />
            </span>
          ),
      }),
      column.accessor('checked_at', {
        header: t('totals.checked'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('totals.title')}
      subtitle={t('totals.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('totals.title')}
        filters={[
          {
            key: 'provider',
            kind: 'many',
            label: t('list.mode'),
            options: WAYS.map((value) => ({ value, label: t(`mode.${value}`) })),
          },
          {
            key: 'differing',
            label: t('totals.differs'),
            options: [{ value: 'yes', label: t('totals.onlyDiffering') }],
          },
          { key: 'day', kind: 'days', label: t('totals.day') },
        ]}
        empty={{
          icon: <ScaleIcon size={18} />,
          title: t('totals.empty'),
          body: t('totals.emptyBody'),
        }}
      />
    </Page>
  )
}
