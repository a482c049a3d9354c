import { useQuery } from '@tanstack/react-query'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { RadioTowerIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { ACTIVITIES, activityOf, JobBadge } from './parts.tsx'
import { usePlace } from './place.ts'
import { type LiveJob, liveJobs } from './queries.ts'

const column = columnsFor<LiveJob>()

/** Published jobs: of the company, of every buyer on the operator's desk, or of the buyer that the address names. */
export default function LiveJobs() {
  const { t, i18n } = useTranslation('live')
  const { buyerId } = useParams()
  const place = usePlace()
  const own = place.desk === 'buyer'
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const activity = ACTIVITIES.find((a) => a === get('activity'))
  const open = get('open') === '1'
  const query = useQuery({
    ...liveJobs({
      ...(buyerId ? { buyer_id: buyerId } : {}),
      ...(search ? { search } : {}),
      ...(activity ? { activity } : {}),
      ...(open ? { open } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '28%' },
        cell: (c) => (
          <span className="grid max-w-sm">
            <Link
              to={place.categories(c.row.original)}
              className="truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
            >
              {c.getValue()}
            </Link>
            <span className="text-xs text-ink-3">{c.row.original.reference}</span>
          </span>
        ),
      }),
      ...(own ? [] : [column.accessor('buyer_name', { header: t('columns.buyer') })]),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => t(`activities.${activityOf(c.getValue())}`),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <JobBadge status={c.getValue()} />,
      }),
      column.accessor('open_categories', {
        header: t('columns.open'),
        meta: { numeric: true },
        cell: (c) => t('columns.openOf', { open: c.getValue(), all: c.row.original.categories }),
      }),
      column.accessor('participants', {
        header: t('columns.participants'),
        meta: { numeric: true },
      }),
      column.accessor('next_closing', {
        header: t('columns.nextClosing'),
        cell: (c) => {
          const at = c.getValue()
          if (!at) return '–'
          return <Closing at={at} zone={c.row.original.timezone} offset={serverOffset()} />
        },
      }),
    ],
    [t, own, place.categories],
  )
  const filtered = !!search || !!activity || open
  return (
    <Page title={t('jobs.title')} subtitle={t(own ? 'jobs.noteOwn' : 'jobs.note')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('jobs.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'activity',
              label: t('columns.activity'),
              value: activity ?? '',
              options: ACTIVITIES.map((a) => ({ value: a, label: t(`activities.${a}`) })),
            },
            {
              key: 'open',
              label: t('columns.open'),
              value: open ? '1' : '',
              options: [{ value: '1', label: t('jobs.onlyOpen') }],
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('jobs.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', activity: '', open: '' }) : undefined}
        empty={
          <EmptyState
            icon={<RadioTowerIcon size={18} />}
            title={t('jobs.empty')}
            body={t('jobs.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
