import { useQuery } from '@tanstack/react-query'
import type { Activity } from '@zabuni/activities/activity'
import { CategoryBadge, JobBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { RowLink } from '@zabuni/ui/list'
import { Page } from '@zabuni/ui/page'
import { useMemo } from 'react'
import { OpenJob } from '../parts.tsx'
import { type LiveCategory, liveCategories } from '../queries.ts'

const column = columnsFor<LiveCategory>()

const Categories = ({
  rows,
  zone,
  activity,
}: {
  rows: readonly LiveCategory[]
  zone: string
  activity: Activity
}) => {
  const { t, i18n } = useTranslation(['live', 'sourcing'])
  const { href } = useHere()
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.category'),
        cell: (c) => (
          <RowLink to={href('participants', { categoryId: c.row.original.id })}>
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('reference', {
        header: t('columns.reference'),
        cell: (c) => <span className="text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <CategoryBadge status={c.getValue()} activity={activity} />,
      }),
      column.accessor('bid_fee', {
        header: t('columns.fee'),
        meta: { numeric: true },
        cell: (c) =>
          /[1-9]/.test(c.getValue())
            ? formatMoney(c.getValue(), c.row.original.currency, i18n.language)
            : t('sourcing:category.noFee'),
      }),
      column.accessor('participants', {
        header: t('columns.participants'),
        meta: { numeric: true },
      }),
      column.accessor('submissions', {
        header: t('columns.submissions'),
        meta: { numeric: true },
        cell: (c) => c.getValue() ?? <span className="text-ink-3">{t('columns.sealed')}</span>,
      }),
      column.accessor('closes_at', {
        header: t('columns.closes'),
        cell: (c) => <Closing at={c.getValue()} zone={zone} offset={serverOffset()} />,
      }),
    ],
    [t, i18n.language, zone, href, activity],
  )
  return (
    <DataTable
      caption={t('categories.title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      empty={<EmptyState title={t('categories.empty')} />}
      paging={{ total: rows.length }}
    />
  )
}

/** A live job with its categories: who takes part, and nothing of what they bid. */
export default function LiveCategories() {
  const { t } = useTranslation('live')
  const { ids, href } = useHere()
  const query = useQuery(liveCategories(ids.jobId))
  return (
    <LoadRecord query={query} title={t('categories.title')}>
      {(job) => (
        <Page
          title={job.title}
          crumbs={[{ label: t('jobs.title'), to: href('liveJobs') }]}
          status={<JobBadge status={job.status} />}
          subtitle={`${job.reference} · ${job.buyer_name}`}
          actions={<OpenJob id={job.job_id} activity={job.activity} />}
        >
          <Categories rows={job.items} zone={job.timezone} activity={job.activity} />
        </Page>
      )}
    </LoadRecord>
  )
}
