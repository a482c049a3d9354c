import { ownZone } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { refusalText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Countdown } from '@zabuni/ui/progress'
import type { CartLine, Payment } from './queries.ts'

const tones: Record<Payment['shown'], Tone> = {
  Pending: 'warn',
  Processing: 'info',
  Completed: 'ok',
  Failed: 'bad',
}

/** The state of an order in the specification's four words; what waits for a person says so. */
export const OrderState = ({
  shown,
  status,
  inReview,
}: {
  shown: Payment['shown']
  status: Payment['status']
  inReview: boolean
}) => {
  const { t } = useTranslation('payments')
  if (inReview && status !== 'completed') return <Badge tone="warn">{t('state.review')}</Badge>
  if (status === 'cancelled') return <Badge>{t('state.cancelled')}</Badge>
  return <Badge tone={tones[shown]}>{t(`state.${shown}`)}</Badge>
}

/** An amount as people read it. */
export const Money = ({ amount }: { amount: { value: string; currency: string } }) => {
  const { i18n } = useTranslation()
  return (
    <span className="tabular">{formatMoney(amount.value, amount.currency, i18n.language)}</span>
  )
}

/** What is paid for: the category, its job, its buyer, and until when. */
export const LineText = ({ line }: { line: CartLine }) => {
  const { t } = useTranslation('payments')
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="font-medium break-words">{line.name}</p>
      <p className="text-sm break-words text-ink-2">
        {line.job_title} · {line.buyer_name}
      </p>
      {line.state === 'payable' ? (
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
          {t('cart.closes', {
            at: formatMoment(line.closes_at, line.timezone || ownZone()),
          })}
          <Countdown until={line.closes_at} offset={serverOffset()} />
        </p>
      ) : (
        <p>
          {line.refused ? (
            <span className="text-sm text-bad">{refusalText(line.refused, line.activity)}</span>
          ) : (
            <Badge tone="bad">{t('line.paid')}</Badge>
          )}
        </p>
      )}
    </div>
  )
}
