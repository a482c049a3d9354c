import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { session } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FolderIcon, PlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { isActivity } from '../paths.ts'
import { jobs } from '../queries.ts'
import { JOB_STATUSES } from '../status.ts'
import { hrefOf, mayI } from '../use-activity.tsx'
import { ACTIVITIES, activityOf, JobBadge } from './parts.tsx'
import { placeOf } from './place.ts'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

/** Where a job is worked on; one without screens of its own shows its published categories. */
const hrefOfJob = (row: Row): string | null =>
  (isActivity(row.activity) ? hrefOf('buyer', row.activity, 'details', { jobId: row.id }) : null) ??
  (row.status === 'draft' ? null : placeOf('buyer').categories(row))

/** Every job of the company, of all activities and states, the newest first. */
export default function OurJobs() {
  const { t, i18n } = useTranslation(['live', 'sourcing', 'figures'])
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const activity = ACTIVITIES.find((a) => a === get('activity'))
  const status = JOB_STATUSES.find((s) => s === get('status'))
  const zone = session()?.timezone || 'UTC'
  const query = useQuery({
    ...jobs({
      ...(activity ? { activity } : {}),
      ...(status ? { status } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '32%' },
        cell: (c) => {
          const to = hrefOfJob(c.row.original)
          return (
            <span className="grid max-w-md min-w-0">
              {to ? (
                <Link
                  to={to}
                  className="truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
                >
                  {c.getValue()}
                </Link>
              ) : (
                <span className="truncate font-medium max-sm:whitespace-normal">
                  {c.getValue()}
                </span>
              )}
              <span className="text-xs text-ink-3">{c.row.original.reference}</span>
            </span>
          )
        },
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => t(`activities.${activityOf(c.getValue())}`),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <JobBadge status={c.getValue()} />,
      }),
      column.accessor('categories', {
        header: t('sourcing:columns.categories'),
        meta: { numeric: true },
      }),
      column.accessor('closes_at', {
        header: t('columns.closes'),
        cell: (c) => {
          const at = c.getValue()
          return at ? (
            <Closing at={at} zone={zone} offset={serverOffset()} />
          ) : (
            <span className="text-ink-3">{t('sourcing:columns.noDate')}</span>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('sourcing:columns.created'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, zone],
  )
  const filtered = !!search || !!activity || !!status
  const create = mayI('MANAGE_JOB') ? hrefOf('buyer', 'tender', 'create') : null
  return (
    <Page
      title={t('figures:jobs.title')}
      subtitle={t('figures:jobs.note')}
      actions={
        create ? (
          <LinkButton to={create} look="primary" icon={<PlusIcon aria-hidden="true" size={16} />}>
            {t('sourcing:words.tender.create')}
          </LinkButton>
        ) : null
      }
    >
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
              key: 'status',
              label: t('columns.status'),
              value: status ?? '',
              options: JOB_STATUSES.map((s) => ({
                value: s,
                label: t(`sourcing:jobStatus.${s}`),
              })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('figures:jobs.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', activity: '', status: '' }) : undefined}
        empty={
          <EmptyState
            icon={<FolderIcon size={18} />}
            title={t('figures:jobs.empty')}
            body={t('figures:jobs.emptyBody')}
          />
        }
        paging={{
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
          ...paging(query.data?.next),
        }}
      />
    </Page>
  )
}
