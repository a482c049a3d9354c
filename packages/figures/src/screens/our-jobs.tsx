import { ACTIVITIES, isActivity } from '@zabuni/activities/activity'
import { jobs } from '@zabuni/activities/queries'
import { JOB_STATUSES } from '@zabuni/activities/status'
import { JobBadge } from '@zabuni/activities/ui/badges'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDay } from '@zabuni/i18n/format'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FolderIcon } from 'lucide-react'
import { useMemo } from 'react'
import { CreateJob } from '../create-job.tsx'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

/** Every job of the company, of all activities and states, the newest first. */
export default function OurJobs() {
  const { t } = useTranslation(['live', 'sourcing', 'figures', 'activities'])
  const { of, hrefOf } = useHere()
  // On the desk of one activity there is no other.
  const only = isActivity(of) ? of : undefined
  const words = useWords()
  const at = useListParams()
  const zone = session()?.timezone || 'UTC'
  const departments = useDepartmentFilter(undefined, at.get('department'))
  const query = useList({
    ...jobs(
      given({
        activity: only ? [only] : at.many('activity', ACTIVITIES),
        status: at.many('status', JOB_STATUSES),
        ...at.days('created'),
        ...at.days('closes'),
        department: departments.department,
        search: at.search,
        after: at.after,
      }),
    ),
    enabled: departments.department !== undefined,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '32%' },
        cell: (c) => {
          const { id, activity, status, reference } = c.row.original
          // One without screens of its own shows its published categories.
          const live =
            status === 'draft' ? null : hrefOf(activity, 'liveCategories', { jobId: id, activity })
          return (
            <RowLink
              to={
                hrefOf(activity, 'details', { jobId: id }) ?? live ?? hrefOf(activity, 'list', {})
              }
              note={reference}
            >
              {c.getValue()}
            </RowLink>
          )
        },
      }),
      ...(only
        ? []
        : [
            column.accessor('activity', {
              header: t('columns.activity'),
              cell: (c) => words(c.getValue(), 'name'),
            }),
          ]),
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
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), zone)}</span>,
      }),
    ],
    [t, words, zone, only, hrefOf],
  )
  return (
    <Page
      title={t('figures:jobs.title')}
      subtitle={only ? words(only, 'name') : t('figures:jobs.note')}
      actions={<CreateJob />}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('figures:jobs.title')}
        search={t('jobs.search')}
        filters={[
          ...(only
            ? []
            : [
                {
                  key: 'activity',
                  kind: 'many' as const,
                  label: t('columns.activity'),
                  options: ACTIVITIES.map((a) => ({ value: a, label: words(a, 'name') })),
                },
              ]),
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: JOB_STATUSES.map((s) => ({ value: s, label: t(`activities:jobStatus.${s}`) })),
          },
          ...departments.filters,
          { key: 'closes', kind: 'days', label: t('columns.closes') },
          { key: 'created', kind: 'days', label: t('sourcing:columns.created') },
        ]}
        empty={{
          icon: <FolderIcon size={18} />,
          title: t('figures:jobs.empty'),
          body: t('figures:jobs.emptyBody'),
        }}
      />
    </Page>
  )
}
