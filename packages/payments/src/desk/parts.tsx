import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import type { Dispute, Line, Refund, Resolution, Statement, Try } from './queries.ts'

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

const lineTones: Record<Line['status'], Tone> = {
  new: 'info',
  matched: 'ok',
  review: 'warn',
  open: 'warn',
  explained: 'ok',
  out: 'neutral',
  dismissed: 'neutral',
}

/** What became of a line of a statement. */
export const LineState = ({ status }: { status: Line['status'] }) => {
  const { t } = useTranslation('payments')
  return <Badge tone={lineTones[status]}>{t(`desk.lineState.${status}`)}</Badge>
}

/** The days that a statement is of. */
export const daysOf = ({ first, last }: Pick<Statement, 'first' | 'last'>): string =>
  first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`

const refundTones: Record<Refund['status'], Tone> = {
  asked: 'warn',
  refused: 'neutral',
  approved: 'info',
  sent: 'info',
  done: 'ok',
  failed: 'bad',
}

/** How far a refund has come. */
export const RefundState = ({ status }: { status: Refund['status'] }) => {
  const { t } = useTranslation('payments')
  return <Badge tone={refundTones[status]}>{t(`back.state.${status}`)}</Badge>
}

/** Where a refund stands. */
export const refundPath = (id: string): string => `/zabuni/payment_refunds/view/${id}`

const disputeTones: Record<Dispute['status'], Tone> = {
  entered: 'warn',
  refused: 'neutral',
  open: 'warn',
  answered: 'info',
  won: 'ok',
  lost: 'bad',
}

/** How far a dispute has come. */
export const DisputeState = ({ of }: { of: Pick<Dispute, 'status' | 'late'> }) => {
  const { t } = useTranslation('payments')
  return (
    <Badge tone={of.late ? 'bad' : disputeTones[of.status]}>
      {t(of.late ? 'dispute.late' : `dispute.state.${of.status}`)}
    </Badge>
  )
}

/** Where a dispute stands. */
export const disputePath = (id: string): string => `/zabuni/payment_disputes/view/${id}`
