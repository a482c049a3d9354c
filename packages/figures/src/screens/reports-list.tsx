import { jobs } from '@zabuni/activities/queries'
import { JOB_STATUSES } from '@zabuni/activities/status'
import { JobBadge } from '@zabuni/activities/ui/badges'
import { useActivity } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon } from 'lucide-react'
import { useMemo } from 'react'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

/** The jobs of an activity, each leading to its reports. */
export default function ReportsList() {
  const { t } = useTranslation(['figures', 'live', 'sourcing', 'activities'])
  const { activity, href, word } = useActivity()
  const at = useListParams()
  const zone = session()?.timezone || 'UTC'
  const query = useList(
    jobs(
      given({
        activity: [activity],
        status: at.many('status', JOB_STATUSES),
        ...at.days('created'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('live:columns.job'),
        meta: { width: '45%' },
        cell: (c) => {
          const { id, reference } = c.row.original
          return (
            <RowLink to={href('reports', { jobId: id })} note={reference}>
              {c.getValue()}
            </RowLink>
          )
        },
      }),
      column.accessor('status', {
        header: t('live:columns.status'),
        cell: (c) => <JobBadge status={c.getValue()} />,
      }),
      column.accessor('categories', {
        header: t('sourcing:columns.categories'),
        meta: { numeric: true },
      }),
      column.accessor('created_at', {
        header: t('sourcing:columns.created'),
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), zone)}</span>,
      }),
    ],
    [t, zone, href],
  )
  return (
    <Page
      title={t('reports.title')}
      subtitle={t('reports.listNote')}
      crumbs={[{ label: word('list'), to: href('list') }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('reports.title')}
        search={t('live:jobs.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('live:columns.status'),
            options: JOB_STATUSES.map((s) => ({ value: s, label: t(`activities:jobStatus.${s}`) })),
          },
          { key: 'created', kind: 'days', label: t('sourcing:columns.created') },
        ]}
        empty={{
          icon: <FileTextIcon size={18} />,
          title: word('emptyTitle'),
          body: t('reports.listNote'),
        }}
      />
    </Page>
  )
}
