import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import type { CaseText } from './queries.ts'

const tones: Record<CaseText['status'], Tone> = {
  notified: 'warn',
  replied: 'info',
  blacklisted: 'bad',
  dismissed: 'neutral',
  lifted: 'ok',
}

/** Whether a decision has ended by itself. */
export const expired = (c: CaseText): boolean =>
  c.status === 'blacklisted' && !!c.expires_at && new Date(c.expires_at).getTime() <= serverNow()

/** Where a case stands, in a word. */
export const CaseBadge = ({ of: c }: { of: CaseText }) => {
  const { t } = useTranslation('admin')
  return expired(c) ? (
    <Badge>{t('case.status.expired')}</Badge>
  ) : (
    <Badge tone={tones[c.status]}>{t(`case.status.${c.status}`)}</Badge>
  )
}

const Said = ({ title, at, text }: { title: string; at?: string | undefined; text: string }) => (
  <div className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
    <p className="font-medium">
      {title}
      {at ? <span className="ml-2 font-normal text-ink-3">{formatDate(at)}</span> : null}
    </p>
    <p className="break-words whitespace-pre-wrap text-ink-2">{text}</p>
  </div>
)

/** What was said in a case, in its order. */
export const CaseStory = ({ of: c }: { of: CaseText }) => {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-3">
      <Said
        title={`${t('case.notice')}: ${t(`case.ground.${c.ground}`)}`}
        at={c.noticed_at}
        text={c.reason}
      />
      {c.reply ? <Said title={t('case.reply')} at={c.replied_at} text={c.reply} /> : null}
      {c.decision ? <Said title={t('case.decision')} at={c.decided_at} text={c.decision} /> : null}
      {c.appeal ? <Said title={t('case.appeal')} at={c.appealed_at} text={c.appeal} /> : null}
      {c.lifted_why ? <Said title={t('case.lifted')} at={c.lifted_at} text={c.lifted_why} /> : null}
    </div>
  )
}
