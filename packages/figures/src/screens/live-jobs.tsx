import { ACTIVITIES, isActivity } from '@zabuni/activities/activity'
import { JobBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { RadioTowerIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type LiveJob, liveJobs } from '../queries.ts'

const column = columnsFor<LiveJob>()
const LIVE = ['published', 'closed'] as const

/** Published jobs: of the company, of every buyer on the operator's desk, or of the buyer that the address names. */
export default function LiveJobs() {
  const { t } = useTranslation(['live', 'activities'])
  const { desk, of, ids, href } = useHere()
  // On the desk of one activity there is no other.
  const only = isActivity(of) ? of : undefined
  const words = useWords()
  const own = desk === 'buyer'
  const at = useListParams()
  const open = at.get('open') === '1'
  const query = useList(
    liveJobs(
      given({
        buyer_id: ids.buyerId,
        activity: only ? [only] : at.many('activity', ACTIVITIES),
        status: at.many('status', LIVE),
        ...at.days('closes'),
        open,
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '28%' },
        cell: (c) => (
          <RowLink
            to={href('liveCategories', {
              jobId: c.row.original.id,
              activity: c.row.original.activity,
            })}
            note={c.row.original.reference}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      ...(own ? [] : [column.accessor('buyer_name', { header: t('columns.buyer') })]),
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
    [t, words, own, only, href],
  )
  return (
    <Page
      title={t('jobs.title')}
      subtitle={only ? words(only, 'name') : t(own ? 'jobs.noteOwn' : 'jobs.note')}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('jobs.title')}
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
            options: LIVE.map((s) => ({ value: s, label: t(`activities:jobStatus.${s}`) })),
          },
          { key: 'closes', kind: 'days', label: t('columns.nextClosing') },
          {
            key: 'open',
            label: t('columns.open'),
            options: [{ value: '1', label: t('jobs.onlyOpen') }],
          },
        ]}
        empty={{
          icon: <RadioTowerIcon size={18} />,
          title: t('jobs.empty'),
          body: t('jobs.emptyBody'),
        }}
      />
    </Page>
  )
}
