import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { useEffect, useState } from 'react'
import type { Phase } from './queries.ts'

const TONES: Readonly<Record<Phase, Tone>> = {
  draft: 'neutral',
  upcoming: 'info',
  open: 'ok',
  overtime: 'warn',
  paused: 'warn',
  closed: 'neutral',
  cancelled: 'bad',
}

/** Where an auction stands. */
export const PhaseBadge = ({ phase }: { phase: Phase }) => {
  const { t } = useTranslation('auctions')
  return <Badge tone={TONES[phase]}>{t(`phase.${phase}`)}</Badge>
}

/** Whether prices may move now. */
export const isOpen = (phase: Phase) => phase === 'open' || phase === 'overtime'

const two = (n: number) => String(n).padStart(2, '0')
const TICK_MS = 500

/** Time left to the second, by the server's clock. */
const Clock = ({ until }: { until: string }) => {
  const { t } = useTranslation('auctions')
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  const days = Math.floor(hours / 24)
  const tone = left === 0 ? 'text-ink-3' : left <= 120 ? 'text-bad' : ''
  return (
    <time dateTime={until} role="timer" className={`tabular ${tone}`}>
      {days ? `${t('room.days', { count: days })} ` : ''}
      {days || hours ? `${days ? two(hours % 24) : hours}:${two(minutes)}` : minutes}:{two(seconds)}
    </time>
  )
}

// How often who listens is told: each minute of the last ten, before that each ten.
const EVERY = 10

/** Minutes left, for who cannot see the clock: said once for each that is told, never by the second. */
export const TimeSaid = ({ until }: { until: string }) => {
  const { t } = useTranslation('auctions')
  const minutesLeft = () => Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 60_000))
  const [minutes, setMinutes] = useState(minutesLeft)
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesLeft), TICK_MS)
    return () => clearInterval(timer)
  })
  const said = minutes > EVERY ? Math.ceil(minutes / EVERY) * EVERY : minutes
  return (
    <p className="sr-only" aria-live="polite">
      {t('room.spokenLeft', { minutes: said })}
    </p>
  )
}

/** What the clock of a room counts towards. */
export const TimeLeft = ({
  phase,
  startsAt,
  endsAt,
}: {
  phase: Phase
  startsAt: string
  endsAt: string
}) => {
  const { t } = useTranslation('auctions')
  if (isOpen(phase)) return <Clock until={endsAt} />
  if (phase === 'upcoming') return <Clock until={startsAt} />
  return <>{t(`phase.${phase}`)}</>
}

/** An amount of the room's currency as the language writes it. */
export const useMoney = (currency: string) => {
  const { i18n } = useTranslation('auctions')
  return (amount: string) => formatMoney(amount, currency, i18n.language)
}
