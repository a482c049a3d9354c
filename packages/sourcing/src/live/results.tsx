import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatDeadline, formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { AwardIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { isActivity } from '../paths.ts'
import { hrefOf } from '../use-activity.tsx'
import { CategoryBadge } from './parts.tsx'
import { placeOf } from './place.ts'
import { type ResultRow, results } from './queries.ts'

const column = columnsFor<ResultRow>()
const VIEWS = ['awarded', 'spend'] as const
const PERIODS = [3, 6, 12, 24, 36] as const

/** A category's own screen; without one, who took part. */
const hrefOfCategory = (row: ResultRow): string =>
  (isActivity(row.activity)
    ? hrefOf('buyer', row.activity, 'categoryDetails', { jobId: row.job_id, categoryId: row.id })
    : null) ?? placeOf('buyer').participants(row.id)

/** Categories that have closed, and what came of them: the list behind a dashboard's figures. */
export default function Results() {
  const { t, i18n } = useTranslation(['figures', 'live', 'sourcing'])
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const view = VIEWS.find((v) => v === get('view'))
  const months = PERIODS.find((p) => String(p) === get('months'))
  const month = get('month')
  const type = get('type')
  const currency = get('currency')
  const supplier = get('supplier')
  const query = useQuery({
    ...results({
      ...(view ? { [view]: true } : {}),
      ...(months ? { months } : {}),
      ...(month ? { month } : {}),
      ...(type === 'none' ? { untyped: true } : type ? { category_type: type } : {}),
      ...(currency ? { currency } : {}),
      ...(supplier ? { supplier_id: supplier } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const rows = query.data?.items ?? []
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('live:columns.category'),
        meta: { width: '28%' },
        cell: (c) => (
          <span className="grid max-w-sm">
            <Link
              to={hrefOfCategory(c.row.original)}
              className="truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
            >
              {c.getValue()}
            </Link>
            <span className="truncate text-xs text-ink-3 max-sm:whitespace-normal">
              {[c.row.original.reference, c.row.original.type].filter(Boolean).join(' · ')}
            </span>
          </span>
        ),
      }),
      column.accessor('status', {
        header: t('live:columns.status'),
        cell: (c) => <CategoryBadge status={c.getValue()} />,
      }),
      column.accessor('submissions', {
        header: t('results.bids'),
        meta: { numeric: true },
        cell: (c) => c.getValue() ?? '–',
      }),
      column.accessor('closed_at', {
        header: t('results.closed'),
        cell: (c) => formatDeadline(c.getValue(), c.row.original.timezone),
      }),
      column.accessor('awarded_at', {
        header: t('results.awarded'),
        cell: (c) => {
          const at = c.getValue()
          if (!at) return <span className="text-ink-3">–</span>
          return (
            <span className="grid">
              {formatDate(at)}
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
    [t, i18n.language],
  )
  const clear = () =>
    set({
      search: '',
      view: '',
      months: '',
      month: '',
      type: '',
      currency: '',
      supplier: '',
      name: '',
    })
  const filtered = !!(search || view || months || month || type || currency || supplier)
  // What an address names but this list does not offer for choice can still be seen and taken off.
  const fixed = (key: string, label: string, value: string, word: string) =>
    value ? [{ key, label, value, options: [{ value, label: word }] }] : []
  const typeName =
    type === 'none' ? t('charts.untyped') : (rows.find((r) => r.type)?.type ?? t('results.type'))
  return (
    <Page title={t('results.title')} subtitle={t('results.note')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('results.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'view',
              label: t('results.view'),
              value: view ?? '',
              options: VIEWS.map((v) => ({ value: v, label: t(`results.views.${v}`) })),
            },
            {
              key: 'months',
              label: t('period'),
              value: months ? String(months) : '',
              options: PERIODS.map((p) => ({
                value: String(p),
                label: t('head.period', { count: p }),
              })),
            },
            ...fixed('month', t('results.month'), month, `${month.slice(5)}-${month.slice(0, 4)}`),
            ...fixed('type', t('results.type'), type, typeName),
            ...fixed('currency', t('results.currency'), currency, currency),
            ...fixed(
              'supplier',
              t('live:columns.supplier'),
              supplier,
              get('name') || t('live:columns.supplier'),
            ),
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('results.title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? clear : undefined}
        empty={
          <EmptyState
            icon={<AwardIcon size={18} />}
            title={t('results.empty')}
            body={t('results.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
