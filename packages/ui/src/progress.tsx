import { useTranslation } from '@zabuni/i18n'
import { formatMoment, timeLeft } from '@zabuni/i18n/format'
import { CheckIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from './cx.tsx'

/** How far a piece of work is. */
export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(percent)}
    className="h-1.5 overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full rounded-full bg-brand transition-[width] duration-200"
      style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
    />
  </div>
)

/** One state in the life of a job, a bid or a contract. */
export type LifeStep = {
  key: string
  label: string
  at?: string | Date | undefined
  state: 'done' | 'current' | 'next'
}

/** The life of a thing as a line with dates: where it is and what comes next. */
export const LifeLine = ({
  label,
  steps,
  zone,
}: {
  label: string
  steps: readonly LifeStep[]
  /** The zone in which the dates are meant. */
  zone: string
}) => {
  const { t } = useTranslation(['common', 'console'])
  return (
    <ol aria-label={label} className="flex gap-0 max-sm:flex-col sm:overflow-x-auto">
      {steps.map((step, i) => (
        <li
          key={step.key}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex min-w-28 flex-1 gap-2 max-sm:pb-3 sm:flex-col"
        >
          {i < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className={cx(
                'absolute max-sm:top-5 max-sm:bottom-0 max-sm:left-[9px] max-sm:w-0.5 sm:top-[9px] sm:right-0 sm:left-5 sm:h-0.5',
                step.state === 'done' ? 'bg-brand' : 'bg-line',
              )}
            />
          ) : null}
          <span
            aria-hidden="true"
            className={cx(
              'relative grid size-5 shrink-0 place-items-center rounded-full border-2',
              step.state === 'done' && 'border-brand bg-brand text-ink-inverse',
              step.state === 'current' && 'border-brand bg-surface',
              step.state === 'next' && 'border-line-strong bg-surface',
            )}
          >
            {step.state === 'done' ? <CheckIcon size={12} strokeWidth={3} /> : null}
            {step.state === 'current' ? <span className="size-2 rounded-full bg-brand" /> : null}
          </span>
          <span className="grid content-start pr-3 text-sm">
            <span className={step.state === 'next' ? 'text-ink-3' : 'font-medium'}>
              {step.label}
              <span className="sr-only">
                {', '}
                {t(`console:life.${step.state}`)}
              </span>
            </span>
            {step.at ? (
              <span className="text-xs text-ink-3">
                {formatMoment(step.at, zone)
                  .split(/ (.*)/)
                  .slice(0, 2)
                  .map((part) => (
                    <span key={part} className="whitespace-nowrap sm:block">
                      {part}{' '}
                    </span>
                  ))}
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

const TICK_MS = 1000

/** Time left in days, hours and minutes by the server's clock; `offset` is what to add to the device's. */
export const Countdown = ({ until, offset }: { until: string | number; offset: number }) => {
  const { t } = useTranslation()
  const end = typeof until === 'number' ? until : Date.parse(until)
  const [now, setNow] = useState(() => Date.now() + offset)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + offset), TICK_MS)
    return () => clearInterval(timer)
  }, [offset])
  const left = timeLeft(end, now)
  const tone = !left ? 'text-ink-3' : left.days ? '' : left.hours ? 'text-warn' : 'text-bad'
  return (
    <time
      dateTime={new Date(end).toISOString()}
      title={t('time.serverTime')}
      className={cx('tabular font-medium', tone)}
    >
      {left
        ? [
            left.days ? t('time.days', { count: left.days }) : '',
            left.days || left.hours ? t('time.hours', { count: left.hours }) : '',
            t('time.mins', { count: left.mins }),
          ]
            .filter(Boolean)
            .join(' ')
        : t('time.closed')}
    </time>
  )
}
