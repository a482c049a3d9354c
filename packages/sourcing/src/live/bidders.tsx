import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { ACTIVITIES } from './parts.tsx'
import { type BidderRow, bidders } from './queries.ts'

const column = columnsFor<BidderRow>()
const behind = (row: BidderRow, view: string) =>
  `/buyer/results?${view}supplier=${row.id}&name=${encodeURIComponent(row.name)}`

/** Suppliers who bid for the company; only what openings have shown. */
export default function Bidders() {
  const { t, i18n } = useTranslation(['figures', 'live'])
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const country = get('country')
  const winners = get('winners') === '1'
  const activity = ACTIVITIES.find((a) => a === get('activity'))
  const query = useQuery({
    ...bidders({
      ...(activity ? { activity } : {}),
      ...(country ? { country } : {}),
      ...(winners ? { winners } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(() => {
    const percent = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      maximumFractionDigits: 0,
    })
    const country = new Intl.DisplayNames([i18n.language], { type: 'region' })
    return [
      column.accessor('name', {
        header: t('live:columns.supplier'),
        meta: { width: '30%' },
        cell: (c) => (
          <span className="grid max-w-sm">
            <Link
              to={behind(c.row.original, '')}
              className="truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
            >
              {c.getValue()}
            </Link>
            <span className="text-xs text-ink-3">{c.row.original.phone}</span>
          </span>
        ),
      }),
      column.accessor('country', {
        header: t('live:columns.country'),
        cell: (c) => country.of(c.getValue()) ?? c.getValue(),
      }),
      column.accessor('bids', { header: t('bidders.bids'), meta: { numeric: true } }),
      column.accessor('won', {
        header: t('bidders.won'),
        meta: { numeric: true },
        cell: (c) =>
          c.getValue() ? (
            <Link
              to={behind(c.row.original, 'view=awarded&')}
              aria-label={t('bidders.wonBy', {
                name: c.row.original.name,
                count: c.getValue(),
              })}
              className="relative z-1 text-brand hover:underline"
            >
              {c.getValue()}
            </Link>
          ) : (
            0
          ),
      }),
      column.accessor('responsive', {
        header: t('bidders.responsive'),
        meta: { numeric: true },
        cell: (c) => {
          const { evaluated } = c.row.original
          if (!evaluated) return <span className="text-ink-3">{t('bidders.notYet')}</span>
          return (
            <span>
              {percent.format(c.getValue() / evaluated)}{' '}
              <span className="text-ink-3">
                {t('bidders.of', { part: c.getValue(), all: evaluated })}
              </span>
            </span>
          )
        },
      }),
      column.accessor('last_bid', {
        header: t('bidders.last'),
        cell: (c) => formatDateTime(c.getValue()),
      }),
    ]
  }, [t, i18n.language])
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const filtered = !!search || !!activity || !!country || winners
  return (
    <Page title={t('bidders.title')} subtitle={t('bidders.note')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('bidders.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'activity',
              label: t('live:columns.activity'),
              value: activity ?? '',
              options: ACTIVITIES.map((a) => ({ value: a, label: t(`live:activities.${a}`) })),
            },
            {
              key: 'country',
              label: t('live:columns.country'),
              value: country,
              options: (query.data?.countries ?? []).map((c) => ({
                value: c,
                label: names.of(c) ?? c,
              })),
            },
            {
              key: 'winners',
              label: t('bidders.won'),
              value: winners ? '1' : '',
              options: [{ value: '1', label: t('bidders.onlyWinners') }],
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('bidders.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={
          filtered ? () => set({ search: '', activity: '', country: '', winners: '' }) : undefined
        }
        empty={
          <EmptyState
            icon={<UsersIcon size={18} />}
            title={t('bidders.empty')}
            body={t('bidders.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
