import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, type ListRead, RowLink } from '@zabuni/ui/list'
import { type ListParams, useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ArchiveIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Until } from '../parts.tsx'
import { type JobRow, jobs, jobsOf } from '../queries.ts'

const column = columnsFor<JobRow>()

const Jobs = ({ at, query, title }: { at: ListParams; query: ListRead<JobRow>; title: string }) => {
  const { t } = useTranslation('archive')
  const { href } = useHere()
  const words = useWords()
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '36%' },
        cell: ({ row: { original: j } }) => (
          <RowLink
            to={href('archiveJob', { jobId: j.id, activity: j.activity })}
            note={j.reference}
          >
            {j.title}
          </RowLink>
        ),
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('categories', { header: t('columns.categories'), meta: { numeric: true } }),
      column.accessor('archived_at', {
        header: t('columns.archived'),
        cell: (c) => <span className="tabular">{formatDay(c.getValue(), ownZone())}</span>,
      }),
      column.accessor('keep_until', {
        header: t('columns.until'),
        cell: ({ row: { original: j } }) => <Until of={j} />,
      }),
    ],
    [t, href, words],
  )
  return (
    <List
      at={at}
      query={query}
      columns={columns}
      caption={title}
      search={t('search')}
      filters={[
        {
          key: 'activity',
          kind: 'many',
          label: t('columns.activity'),
          options: ACTIVITIES.map((value) => ({ value, label: words(value, 'name') })),
        },
      ]}
      empty={{ icon: <ArchiveIcon size={18} />, title: t('empty'), body: t('emptyBody') }}
    />
  )
}

const asked = (at: ListParams) =>
  given({ activity: at.many('activity', ACTIVITIES), search: at.search, after: at.after })

const Own = () => {
  const { t } = useTranslation('archive')
  const at = useListParams()
  const query = useList(jobs(asked(at)))
  return (
    <Page title={t('title')} subtitle={t('note')}>
      <Jobs at={at} query={query} title={t('title')} />
    </Page>
  )
}

const OfBuyer = () => {
  const { t } = useTranslation('archive')
  const { href, ids } = useHere()
  const at = useListParams()
  const query = useList(jobsOf(ids.buyerId, asked(at)))
  const title = query.data ? t('of', { name: query.data.buyer }) : t('title')
  return (
    <Page
      title={title}
      subtitle={t('note')}
      crumbs={[{ label: t('buyers.title'), to: href('archiveBuyers') }]}
    >
      <Jobs at={at} query={query} title={title} />
    </Page>
  )
}

/** What a buyer has archived: its own, or at the operator's desk that of one of them. */
export default function ArchivedJobs() {
  return useHere().desk === 'operator' ? <OfBuyer /> : <Own />
}
