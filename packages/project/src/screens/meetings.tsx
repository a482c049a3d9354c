import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { MeetingList } from '../meeting/list.tsx'
import { MinutesCard } from '../meeting/minutes.tsx'
import {
  AnswerBadge,
  AnswerCard,
  CalendarButton,
  MeetingBadge,
  OutLink,
  Times,
  Words,
} from '../meeting/parts.tsx'
import { cancelMeeting, type Meeting, meeting } from '../meeting/queries.ts'

type Attendee = Meeting['attendees'][number]

const sideOf = (a: Attendee) =>
  a.supplier_id ? 'supplier' : a.account_id ? (a.of_buyer ? 'ofBuyer' : 'ofOperator') : 'address'

const AskedCard = ({ m }: { m: Meeting }) => {
  const { t } = useTranslation('meetings')
  const heads = (['who', 'side', 'answer'] as const).map((key) => ({
    key,
    label: t(`attendees.${key}`),
  }))
  return (
    <Card title={t('attendees.title')} flush>
      {m.bidders || m.hidden ? (
        <div className="grid gap-1 px-4 py-3 text-sm text-ink-2">
          {m.bidders ? <p>{t('attendees.bidders')}</p> : null}
          {m.hidden ? <p>{t('attendees.hidden')}</p> : null}
        </div>
      ) : null}
      {m.attendees.length ? (
        <TableFrame caption={t('attendees.title')} heads={heads}>
          {m.attendees.map((a) => (
            <PlainRow
              key={a.id}
              heads={heads}
              cells={[
                a.email ? `${a.name} · ${a.email}` : a.name,
                t(`attendees.${sideOf(a)}`),
                <AnswerBadge key="answer" answer={a.answer} />,
              ]}
            />
          ))}
        </TableFrame>
      ) : (
        <p className="px-4 py-3 text-sm text-ink-3">{t('attendees.nobody')}</p>
      )}
    </Card>
  )
}

const History = ({ m }: { m: Meeting }) => {
  const { t } = useTranslation('meetings')
  return (
    <Card title={t('history')} flush>
      <ol>
        {m.changes.map((c) => (
          <li
            key={c.version}
            className="grid gap-1 border-b border-line px-4 py-3 text-sm last:border-0"
          >
            <p className="font-medium">{t(`acts.${c.act}`)}</p>
            {c.note ? (
              <p className="wrap-anywhere whitespace-pre-line text-ink-2">{c.note}</p>
            ) : null}
            <p className="text-xs text-ink-3">
              {c.by} · {formatMoment(c.at, ownZone())}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const useFacts = (m: Meeting) => {
  const { t } = useTranslation('meetings')
  const { desk, hrefOf } = useHere()
  return [
    { label: t('when'), value: <Times from={m.starts_at} to={m.ends_at} zone={m.timezone} /> },
    ...(m.place ? [{ label: t('where'), value: m.place }] : []),
    ...(m.link ? [{ label: t('link'), value: <OutLink to={m.link} /> }] : []),
    { label: t('columns.kind'), value: t(`kinds.${m.kind}`) },
    ...(desk === 'operator' ? [{ label: t('buyer'), value: m.buyer }] : []),
    ...(m.job_id && m.activity
      ? [
          {
            label: t('job'),
            value: (
              <TextLink to={hrefOf(m.activity, 'details', { jobId: m.job_id })} link="underline">
                {m.job}
              </TextLink>
            ),
          },
        ]
      : []),
    { label: t('organiser'), value: m.organiser },
  ]
}

const Screen = ({ m }: { m: Meeting }) => {
  const { t } = useTranslation('meetings')
  const { href } = useHere()
  const cache = useQueryClient()
  const [asked, setAsked] = useState(false)
  const facts = useFacts(m)
  return (
    <Page
      title={m.title}
      crumbs={[{ label: t('title'), to: href('meetings', {}) }]}
      status={<MeetingBadge status={m.status} />}
      subtitle={t('number', { number: m.number })}
      actions={
        <>
          <CalendarButton id={m.id} />
          {m.may_keep ? (
            <>
              <Button onClick={() => setAsked(true)}>{t('cancel.action')}</Button>
              <LinkButton look="primary" to={href('meetingEdit', { meetingId: m.id })}>
                {t('edit')}
              </LinkButton>
            </>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid grid-cols-1 content-start gap-4 max-lg:order-2">
          {m.status === 'cancelled' ? (
            <Banner tone="warn">{`${t('reason')}: ${m.reason}`}</Banner>
          ) : null}
          {m.may_answer && m.answer ? <AnswerCard id={m.id} answer={m.answer} /> : null}
          <Words title={t('agenda')} text={m.agenda} />
          <AskedCard m={m} />
          {m.may_minute || m.minutes ? <MinutesCard m={m} /> : null}
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <Card title={t('facts')}>
            <Facts items={facts} />
          </Card>
          <History m={m} />
        </div>
      </div>
      <ReasonDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('cancel.title')}
        description={t('cancel.body')}
        action={t('cancel.action')}
        reasonHint={t('cancel.hint')}
        send={async (reason) => {
          await cancelMeeting(m.id, { reason, version: m.version })
          await cache.invalidateQueries({ queryKey: keys.meetings })
          toast('ok', t('cancel.done'))
          setAsked(false)
        }}
      />
    </Page>
  )
}

const One = ({ id }: { id: string }) => {
  const { t } = useTranslation('meetings')
  return (
    <Load query={useQuery(meeting(id))} title={t('title')}>
      {(m) => <Screen key={m.version} m={m} />}
    </Load>
  )
}

/** The meetings of a desk, or the one that the address names. */
export default function Meetings() {
  const { ids } = useHere()
  return ids.meetingId ? <One id={ids.meetingId} /> : <MeetingList />
}
