import { useQuery } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useOnline } from '@zabuni/api/online'
import { api } from '@zabuni/api/supplier'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { IconButton } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { CircleAlertIcon, CircleCheckIcon, TimerIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { Deadline } from './parts.tsx'
import { useBidWork, useMinutesLeft } from './use-draft.ts'

/** When a person is asked to look, in minutes before the closing. */
const CHECKS = [5, 15, 60] as const
const PING_MS = 30_000
const SLOW_MS = 3000
const CLOCK_MS = 60_000

/** The nearest check that is due; null before the first and after the closing. */
export const checkDue = (minutes: number): number | null =>
  minutes <= 0 ? null : (CHECKS.find((check) => minutes <= check) ?? null)

const Item = ({ good, text }: { good: boolean; text: string }) => {
  const Icon = good ? CircleCheckIcon : CircleAlertIcon
  return (
    <li className={cx('flex items-center gap-2', good ? 'text-ink' : 'font-medium text-bad')}>
      <Icon
        aria-hidden="true"
        size={15}
        className={cx('shrink-0', good ? 'text-ok' : 'text-bad')}
      />
      {text}
    </li>
  )
}

/** In the last hour, and again at fifteen and five minutes: is everything there, saved, and is the line good? */
export const DeadlineCheck = () => {
  const { t } = useTranslation('bidding')
  const { bid, status, gaps, uploads, open } = useBidWork()
  const due = checkDue(useMinutesLeft(bid.closes_at))
  const online = useOnline()
  const [dismissed, setDismissed] = useState<number>()
  const at_rest = bid.receipts.length > 0 && !bid.changed && bid.status !== 'needs_confirmation'
  const shown = open && due !== null && due !== dismissed && !at_rest
  const ping = useQuery({
    queryKey: keys.ping(bid.id),
    queryFn: async () => {
      const started = performance.now()
      await data(api.GET('/session'))
      return Math.round(performance.now() - started)
    },
    enabled: shown,
    refetchInterval: PING_MS,
    gcTime: 0,
    retry: false,
  })
  if (!shown) return null
  const offset = Math.round(Math.abs(serverOffset()) / 1000)
  return (
    <section
      aria-label={t('check.title')}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-warn-soft p-4"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold text-warn">
          <TimerIcon aria-hidden="true" size={16} />
          {t('check.title')}
          <span className="font-medium text-ink">
            <Deadline at={bid.closes_at} zone={bid.timezone} />
          </span>
        </p>
        <IconButton
          size="sm"
          label={t('check.dismiss')}
          icon={<XIcon aria-hidden="true" size={14} />}
          onClick={() => setDismissed(due)}
        />
      </div>
      <ul className="grid gap-1.5 text-sm sm:grid-cols-2">
        <Item
          good={gaps.length === 0}
          text={gaps.length ? t('check.missing', { count: gaps.length }) : t('check.complete')}
        />
        <Item
          good={uploads.length === 0}
          text={
            uploads.length ? t('check.filesMoving', { count: uploads.length }) : t('check.files')
          }
        />
        <Item
          good={status.kind === 'saved'}
          text={status.kind === 'saved' ? t('check.saved') : t('check.unsaved')}
        />
        <Item
          good={online && !ping.error && (ping.data ?? 0) < SLOW_MS}
          text={
            !online || ping.error
              ? t('check.noConnection')
              : ping.data === undefined
                ? t('check.measuring')
                : t('check.connection', { ms: ping.data })
          }
        />
        <Item
          good={offset * 1000 < CLOCK_MS}
          text={offset ? t('check.clockOff', { count: offset }) : t('check.clock')}
        />
      </ul>
    </section>
  )
}
