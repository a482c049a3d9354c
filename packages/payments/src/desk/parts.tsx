import { useTranslation } from '@zabuni/i18n'
import { Badge, type Tone } from '@zabuni/ui/badge'
import type { Resolution, Try } from './queries.ts'

const tones: Record<Try['status'], Tone> = {
  created: 'neutral',
  pending: 'info',
  processing: 'info',
  completed: 'ok',
  failed: 'bad',
  expired: 'warn',
  review: 'warn',
  dismissed: 'neutral',
}

/** How a try stands, and why. */
export const TryState = ({ of }: { of: Pick<Try, 'status' | 'reason'> }) => {
  const { t } = useTranslation('payments')
  return (
    <span className="grid justify-items-start gap-0.5 whitespace-normal">
      <Badge tone={tones[of.status]}>{t(`desk.status.${of.status}`)}</Badge>
      {of.reason ? (
        <span className="text-xs text-ink-2">{t(`desk.reason.${of.reason}`)}</span>
      ) : null}
    </span>
  )
}

/** What became of a proposal. */
export const Verdict = ({ of }: { of: Pick<Resolution, 'approved'> }) => {
  const { t } = useTranslation('payments')
  if (of.approved === undefined) return <Badge tone="info">{t('desk.waits')}</Badge>
  return (
    <Badge tone={of.approved ? 'ok' : 'bad'}>
      {t(of.approved ? 'desk.approved' : 'desk.refused')}
    </Badge>
  )
}

/** Where the story of an order stands. */
export const reconcilePath = (number: string): string =>
  `/zabuni/payment_reconciliation/reconcile/${number}`
