import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { CalendarIcon } from 'lucide-react'
import { useMemo } from 'react'
import { FeedCard } from '../meeting/feed.tsx'
import {
  AnswerBadge,
  AnswerCard,
  CalendarButton,
  MeetingBadge,
  OutLink,
  Times,
  Words,
} from '../meeting/parts.tsx'
import {
  type OwnMeeting,
  type OwnRow,
  ownMeeting,
  ownMeetings,
  STATUSES,
} from '../meeting/queries.ts'

const column = columnsFor<OwnRow>()

const OwnList = () => {
  const { t } = useTranslation('meetings')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(
    ownMeetings(given({ status: at.many('status', STATUSES), search: at.search, after: at.after })),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.meeting'),
        meta: { width: '34%' },
        cell: ({ row: { original: m } }) => (
          <RowLink
            to={href('ownMeetings', { meetingId: m.id })}
            note={[t(`kinds.${m.kind}`), m.job].filter(Boolean).join(' · ')}
          >
            {m.title}
          </RowLink>
        ),
      }),
      column.accessor('buyer', { header: t('columns.buyer') }),
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
      column.accessor('answer', {
        header: t('columns.answer'),
        cell: (c) => <AnswerBadge answer={c.getValue()} />,
      }),
    ],
    [t, href],
  )
  return (
    <Page title={t('own')} subtitle={t('ownNote')}>
      <div className="grid gap-4">
        <List
          at={at}
          query={query}
          columns={columns}
          caption={t('own')}
          search={t('search')}
          filters={[
            {
              key: 'status',
              kind: 'many',
              label: t('columns.status'),
              options: STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
            },
          ]}
          empty={{
            icon: <CalendarIcon size={18} />,
            title: t('empty.title'),
            body: t('empty.own'),
          }}
        />
        <FeedCard />
      </div>
    </Page>
  )
}

const Screen = ({ m }: { m: OwnMeeting }) => {
  const { t } = useTranslation('meetings')
  const { href } = useHere()
  return (
    <Page
      title={m.title}
      crumbs={[{ label: t('own'), to: href('ownMeetings', {}) }]}
      status={<MeetingBadge status={m.status} />}
      subtitle={m.buyer}
      actions={<CalendarButton id={m.id} />}
    >
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid grid-cols-1 content-start gap-4 max-lg:order-2">
          {m.status === 'cancelled' ? (
            <Banner tone="warn">{`${t('reason')}: ${m.reason}`}</Banner>
          ) : null}
          {m.may_answer ? <AnswerCard id={m.id} answer={m.answer} company /> : null}
          <Words title={t('agenda')} text={m.agenda} />
          {m.published ? <Words title={t('minutes.title')} text={m.minutes} /> : null}
        </div>
        <Card title={t('facts')}>
          <Facts
            items={[
              {
                label: t('when'),
                value: <Times from={m.starts_at} to={m.ends_at} zone={m.timezone} />,
              },
              ...(m.place ? [{ label: t('where'), value: m.place }] : []),
              ...(m.link ? [{ label: t('link'), value: <OutLink to={m.link} /> }] : []),
              { label: t('columns.kind'), value: t(`kinds.${m.kind}`) },
              ...(m.job ? [{ label: t('job'), value: m.job }] : []),
              { label: t('answer.yours'), value: <AnswerBadge answer={m.answer} /> },
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}

const One = ({ id }: { id: string }) => {
  const { t } = useTranslation('meetings')
  return (
    <Load query={useQuery(ownMeeting(id))} title={t('own')}>
      {(m) => <Screen m={m} />}
    </Load>
  )
}

/** Meetings to which a supplier is asked, or the one that the address names. */
export default function OwnMeetings() {
  const { ids } = useHere()
  return ids.meetingId ? <One id={ids.meetingId} /> : <OwnList />
}
