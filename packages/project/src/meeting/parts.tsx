import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ActButton, useAct } from '@zabuni/ui/act'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { CalendarPlusIcon } from 'lucide-react'
import { ANSWERS, type Answer, answerMeeting, type MeetingStatus, meetingFile } from './queries.ts'

const TONES: Readonly<Record<MeetingStatus, Tone>> = {
  scheduled: 'info',
  held: 'ok',
  cancelled: 'bad',
}

/** Where a meeting stands. */
export const MeetingBadge = ({ status }: { status: MeetingStatus }) => {
  const { t } = useTranslation('meetings')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

const ANSWERED: Readonly<Record<Answer, Tone>> = {
  none: 'neutral',
  yes: 'ok',
  perhaps: 'warn',
  no: 'bad',
}

/** Whether somebody comes. */
export const AnswerBadge = ({ answer }: { answer: Answer }) => {
  const { t } = useTranslation('meetings')
  return <Badge tone={ANSWERED[answer]}>{t(`answers.${answer}`)}</Badge>
}

/** From when to when, in the meeting's own zone. */
export const Times = ({ from, to, zone }: { from: string; to: string; zone: string }) => (
  <span className="tabular">
    {formatMoment(from, zone)} – {formatMoment(to, zone)}
  </span>
)

/** A link that somebody has typed leads out of the house, and says no word of where it comes from. */
export const OutLink = ({ to }: { to: string }) => (
  <a
    href={to}
    target="_blank"
    rel="noreferrer noopener"
    className="break-all text-brand underline underline-offset-2"
  >
    {to}
  </a>
)

/** Text as it was written, or that there is none. */
export const Words = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('meetings')
  return (
    <Card title={title}>
      <p className={text ? 'max-w-prose break-words whitespace-pre-line' : 'text-ink-3'}>
        {text || t('nothing')}
      </p>
    </Card>
  )
}

/** Asks whether one comes; what was answered is pressed. */
export const AnswerCard = ({
  id,
  answer,
  company,
}: {
  id: string
  answer: Answer
  company?: boolean
}) => {
  const { t } = useTranslation('meetings')
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const say = (one: Answer) =>
    run(async () => {
      await answerMeeting(id, one)
      await cache.invalidateQueries({ queryKey: keys.meetings })
      toast('ok', t('answer.done'))
    })
  return (
    <Card title={t('answer.title')}>
      <div className="grid gap-3">
        {company ? <p className="text-sm text-ink-2">{t('answer.company')}</p> : null}
        <fieldset aria-label={t('answer.title')} className="flex flex-wrap gap-2">
          {ANSWERS.map((one) => (
            <Button
              key={one}
              aria-pressed={answer === one}
              look={answer === one ? 'primary' : 'secondary'}
              busy={busy}
              onClick={() => void say(one)}
            >
              {t(`answers.${one}`)}
            </Button>
          ))}
        </fieldset>
        {banner}
      </div>
    </Card>
  )
}

/** Hands a meeting over for a calendar. */
export const CalendarButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('meetings')
  return (
    <ActButton
      icon={<CalendarPlusIcon size={16} />}
      act={async () => saveFile(await meetingFile(id), 'meeting.ics')}
    >
      {t('calendar.download')}
    </ActButton>
  )
}
