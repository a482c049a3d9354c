import { ACTIVITIES, isActivity } from '@zabuni/activities/activity'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { BuyerList } from '@zabuni/sourcing/buyer-list'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { MailIcon } from 'lucide-react'
import { useMemo } from 'react'
import { letterJobs } from '../queries.ts'

const column = columnsFor<Schemas['LetterJob']>()
const DECIDED = [
  'evaluated',
  'recommended',
  'notified',
  'awarded',
  'complete',
  'unsuccessful',
] as const

/** The evaluated categories of an activity, or of all: what is to be decided, whose letters are due, whose went out. */
export const LetterJobsTable = ({ jobId }: { jobId?: string }) => {
  const { t } = useTranslation(['letters', 'live', 'activities'])
  const { of, ids, hrefOf } = useHere()
  const words = useWords()
  const at = useListParams()
  const every = of === ''
  const query = useList(
    letterJobs(
      given({
        activity: isActivity(of) ? [of] : at.many('activity', ACTIVITIES),
        status: at.many('status', DECIDED),
        ...at.days('standstill'),
        search: at.search,
        buyer_id: ids.buyerId,
        job_id: jobId,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.category'),
        cell: (c) => {
          const { activity, job_id, category_id, reference } = c.row.original
          return (
            <RowLink
              to={hrefOf(activity, 'categoryLetters', { jobId: job_id, categoryId: category_id })}
              note={reference}
            >
              {c.getValue()}
            </RowLink>
          )
        },
      }),
      column.accessor('job_title', {
        header: t('columns.job'),
        cell: (c) => (
          <span title={c.getValue()} className="block max-w-44 truncate cards:whitespace-normal">
            {c.getValue()}
          </span>
        ),
      }),
      ...(every
        ? [
            column.accessor('activity', {
              header: t('live:columns.activity'),
              cell: (c) => words(c.getValue(), 'name'),
            }),
          ]
        : []),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <CategoryBadge status={c.getValue()} activity={c.row.original.activity} />,
      }),
      column.accessor('winner', {
        header: t('columns.winner'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor('letters', { header: t('columns.letters'), meta: { numeric: true } }),
      column.accessor('standstill_ends', {
        header: t('columns.standstill'),
        cell: (c) => {
          const at = c.getValue()
          if (!at) return '–'
          return formatMoment(at, c.row.original.timezone)
        },
      }),
    ],
    [t, hrefOf, words, every],
  )
  return (
    <List
      at={at}
      query={query}
      columns={columns}
      caption={t('jobs.title')}
      rowId={(row) => row.category_id}
      search={t('jobs.search')}
      filters={[
        ...(every
          ? [
              {
                key: 'activity',
                kind: 'many' as const,
                label: t('live:columns.activity'),
                options: ACTIVITIES.map((a) => ({ value: a, label: words(a, 'name') })),
              },
            ]
          : []),
        {
          key: 'status',
          kind: 'many',
          label: t('columns.status'),
          options: DECIDED.map((s) => ({ value: s, label: t(`activities:categoryStatus.${s}`) })),
        },
        { key: 'standstill', kind: 'days', label: t('columns.standstill') },
      ]}
      empty={{ icon: <MailIcon size={18} />, title: t('jobs.empty'), body: t('jobs.emptyBody') }}
    />
  )
}

/** Where decisions and letters begin: of one activity, or of all. */
export default function LetterJobs() {
  const { t } = useTranslation('letters')
  const { desk, of, ids, href } = useHere()
  if (desk === 'operator' && !ids.buyerId)
    return <BuyerList title={t('jobs.title')} list={href('letterJobs')} />
  return (
    <Page title={t(of ? 'jobs.title' : 'jobs.all')} subtitle={t('jobs.note')}>
      <LetterJobsTable />
    </Page>
  )
}
