import { ACTIVITIES } from '@zabuni/activities/activity'
import { CATEGORY_STATUSES } from '@zabuni/activities/status'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { AwardIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type ResultRow, results } from '../queries.ts'

const column = columnsFor<ResultRow>()
const VIEWS = ['awarded', 'spend'] as const
const CLOSED = CATEGORY_STATUSES.slice(CATEGORY_STATUSES.indexOf('closed'))
const PERIODS = [3, 6, 12, 24, 36] as const

/** Categories that have closed, and what came of them: the list behind a dashboard's figures. */
export default function Results() {
  const { t, i18n } = useTranslation(['figures', 'live', 'sourcing', 'activities'])
  const { hrefOf } = useHere()
  const words = useWords()
  const at = useListParams()
  const view = at.one('view', VIEWS)
  const months = PERIODS.find((p) => String(p) === at.get('months'))
  const month = at.get('month')
  const type = at.get('type')
  const currency = at.get('currency')
  const supplier = at.get('supplier')
  const departments = useDepartmentFilter(undefined, at.get('department'))
  const query = useList({
    ...results({
      ...(view ? { [view]: true } : {}),
      ...(type === 'none' ? { untyped: true } : given({ category_type: type })),
      ...given({ months, month, currency, supplier_id: supplier }),
      ...given({ department: departments.department?.[0] }),
      ...given({
        activity: at.many('activity', ACTIVITIES),
        status: at.many('status', CLOSED),
        ...at.days('closed'),
        ...at.days('awarded'),
        search: at.search,
        after: at.after,
      }),
    }),
    enabled: departments.department !== undefined,
  })
  const rows = query.data?.items ?? []
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('live:columns.category'),
        meta: { width: '28%' },
        cell: (c) => {
          const { id, job_id, activity, reference, type } = c.row.original
          const ids = { jobId: job_id, categoryId: id }
          return (
            <RowLink
              // A category without a screen of its own shows who took part.
              to={hrefOf(activity, 'categoryDetails', ids) ?? hrefOf(activity, 'participants', ids)}
              note={[reference, type].filter(Boolean).join(' · ')}
            >
              {c.getValue()}
            </RowLink>
          )
        },
      }),
      column.accessor('status', {
        header: t('live:columns.status'),
        cell: (c) => <CategoryBadge status={c.getValue()} activity={c.row.original.activity} />,
      }),
      column.accessor('submissions', {
        header: t('results.bids'),
        meta: { numeric: true },
        cell: (c) => c.getValue() ?? '–',
      }),
      column.accessor('closed_at', {
        header: t('results.closed'),
        cell: (c) => formatMoment(c.getValue(), c.row.original.timezone),
      }),
      column.accessor('awarded_at', {
        header: t('results.awarded'),
        cell: (c) => {
          const at = c.getValue()
          if (!at) return <span className="text-ink-3">–</span>
          return (
            <span className="grid">
              {formatDay(at, c.row.original.timezone)}
              <span className="text-xs text-ink-3">{c.row.original.winner}</span>
            </span>
          )
        },
      }),
      column.accessor('amount', {
        header: t('results.amount'),
        meta: { numeric: true },
        cell: (c) => {
          const amount = c.getValue()
          if (!amount) return <span className="text-ink-3">–</span>
          return formatMoney(amount, c.row.original.currency ?? '', i18n.language)
        },
      }),
    ],
    [t, i18n.language, hrefOf],
  )
  // What an address names but this list does not offer for choice can still be seen and taken off.
  const fixed = (key: string, label: string, value: string, word: string) =>
    value ? [{ key, label, options: [{ value, label: word }] }] : []
  const typeName =
    type === 'none' ? t('charts.untyped') : (rows.find((r) => r.type)?.type ?? t('results.type'))
  return (
    <Page title={t('results.title')} subtitle={t('results.note')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('results.title')}
        search={t('results.search')}
        filters={[
          {
            key: 'view',
            label: t('results.view'),
            options: VIEWS.map((v) => ({ value: v, label: t(`results.views.${v}`) })),
          },
          {
            key: 'activity',
            kind: 'many',
            label: t('live:columns.activity'),
            options: ACTIVITIES.map((a) => ({ value: a, label: words(a, 'name') })),
          },
          {
            key: 'status',
            kind: 'many',
            label: t('live:columns.status'),
            options: CLOSED.map((s) => ({ value: s, label: t(`activities:categoryStatus.${s}`) })),
          },
          { key: 'closed', kind: 'days', label: t('results.closed') },
          { key: 'awarded', kind: 'days', label: t('results.awarded') },
          {
            key: 'months',
            label: t('period'),
            options: PERIODS.map((p) => ({
              value: String(p),
              label: t('head.period', { count: p }),
            })),
          },
          ...departments.filters,
          ...fixed('month', t('results.month'), month, `${month.slice(5)}-${month.slice(0, 4)}`),
          ...fixed('type', t('results.type'), type, typeName),
          ...fixed('currency', t('results.currency'), currency, currency),
          ...fixed(
            'supplier',
            t('live:columns.supplier'),
            supplier,
            at.get('name') || t('live:columns.supplier'),
          ),
        ]}
        narrowing={['name']}
        empty={{
          icon: <AwardIcon size={18} />,
          title: t('results.empty'),
          body: t('results.emptyBody'),
        }}
      />
    </Page>
  )
}
