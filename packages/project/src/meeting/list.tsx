import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { can } from '@zabuni/routing/guard'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { CalendarIcon } from 'lucide-react'
import { useMemo } from 'react'
import { contextOf } from '../plan/queries.ts'
import { FeedCard } from './feed.tsx'
import { MeetingBadge } from './parts.tsx'
import { KINDS, type MeetingRow, meetings, STATUSES } from './queries.ts'

const column = columnsFor<MeetingRow>()

/** The meetings of a desk, the latest first. */
export const MeetingList = () => {
  const { t } = useTranslation('meetings')
  const { desk, of, href } = useHere()
  const at = useListParams()
  const who = session()
  const query = useList(
    meetings({
      context: contextOf(of),
      ...given({
        status: at.many('status', STATUSES),
        kind: at.many('kind', KINDS),
        search: at.search,
        after: at.after,
      }),
    }),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.meeting'),
        meta: { width: '34%' },
        cell: ({ row: { original: m } }) => (
          <RowLink
            to={href('meetings', { meetingId: m.id })}
            note={[t('number', { number: m.number }), m.job].filter(Boolean).join(' · ')}
          >
            {m.title}
          </RowLink>
        ),
      }),
      ...(desk === 'operator' ? [column.accessor('buyer', { header: t('columns.buyer') })] : []),
      column.accessor('kind', {
        header: t('columns.kind'),
        cell: (c) => t(`kinds.${c.getValue()}`),
      }),
      column.accessor('starts_at', {
        header: t('columns.when'),
        cell: ({ row: { original: m } }) => (
          <span className="tabular">{formatMoment(m.starts_at, m.timezone)}</span>
        ),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <MeetingBadge status={c.getValue()} />,
      }),
    ],
    [t, href, desk],
  )
  return (
    <Page
      title={t('title')}
      subtitle={t('note')}
      actions={
        who && can(who, 'MANAGE_JOB') ? (
          <LinkButton look="primary" to={href('meetingCreate')}>
            {t('new')}
          </LinkButton>
        ) : null
      }
    >
      <div className="grid gap-4">
        <List
          at={at}
          query={query}
          columns={columns}
          caption={t('title')}
          search={t('search')}
          filters={[
            {
              key: 'status',
              kind: 'many',
              label: t('columns.status'),
              options: STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
            },
            {
              key: 'kind',
              kind: 'many',
              label: t('columns.kind'),
              options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
            },
          ]}
          empty={{
            icon: <CalendarIcon size={18} />,
            title: t('empty.title'),
            body: t('empty.body'),
          }}
        />
        <FeedCard />
      </div>
    </Page>
  )
}
