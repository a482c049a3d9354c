import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { AuthCard } from '../layout.tsx'
import type { State, Tender } from './queries.ts'

const tones: Record<State, Tone> = {
  open: 'ok',
  in_evaluation: 'info',
  awarded: 'neutral',
  completed: 'neutral',
  ended: 'warn',
}

/** Where a tender stands, in a word. */
export const Standing = ({ state }: { state: State }) => {
  const { t } = useTranslation('tenders')
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
}

/** Until when it takes bids, or when that ended: what was called off has not closed. */
export const Closing = ({ tender }: { tender: Tender }) => {
  const { t } = useTranslation('tenders')
  const at = (moment: string) => ({ when: formatMoment(moment, tender.timezone) })
  return tender.cancelled_at
    ? t('cancelled', at(tender.cancelled_at))
    : t(tender.state === 'open' ? 'closes' : 'closed', at(tender.closes_at))
}

/** What comes while something is read, or instead of it. */
export const Waiting = ({ failure, again }: { failure: unknown; again: () => void }) => {
  const { t, i18n } = useTranslation('tenders')
  return (
    <AuthCard>
      {failure ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{problemText(failure, i18n)}</p>
          <Button onClick={again}>{t('actions.retry', { ns: 'common' })}</Button>
        </div>
      ) : (
        <div aria-hidden="true" className="grid gap-4">
          <div className="skeleton h-4 w-1/2" />
          <div className="skeleton h-9 w-full" />
        </div>
      )}
    </AuthCard>
  )
}
