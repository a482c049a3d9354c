import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { CircleCheckIcon, SmartphoneIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Papers } from './papers.tsx'
import { Money } from './parts.tsx'
import { type Order, paperOf } from './queries.ts'

/** After this long without an answer the person is asked whether they are still there. */
const REMIND_MS = 45_000

/** The prompt is on the phone; the screen follows it by itself. */
export const Waiting = ({ order, unreached }: { order: Order; unreached: boolean }) => {
  const { t } = useTranslation('payments')
  const [late, setLate] = useState(false)
  const attempt = order.attempt?.id
  useEffect(() => {
    setLate(false)
    if (!attempt) return
    const timer = setTimeout(() => setLate(true), REMIND_MS)
    return () => clearTimeout(timer)
  }, [attempt])
  return (
    <div className="grid gap-3">
      <Card>
        <div role="status" className="grid justify-items-center gap-2 px-2 py-6 text-center">
          <span
            aria-hidden="true"
            className="mb-1 grid size-12 place-items-center rounded-full bg-brand-soft text-brand motion-safe:animate-pulse"
          >
            <SmartphoneIcon size={22} />
          </span>
          <p className="text-lg font-semibold">{t('pay.prompted')}</p>
          <p className="max-w-md text-ink-2">
            {t('pay.waiting', { phone: order.attempt?.payer ?? '' })}
          </p>
          <p className="max-w-md text-sm text-ink-3">{t('pay.waitingNote')}</p>
        </div>
      </Card>
      {late ? <Banner tone="info">{t('pay.stillThere')}</Banner> : null}
      {unreached ? <Banner tone="warn">{t('pay.unreached')}</Banner> : null}
    </div>
  )
}

/** It is paid: what was paid, and the way on. */
export const Paid = ({ order }: { order: Order }) => {
  const { t } = useTranslation('payments')
  const box = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  useEffect(() => {
    box.current?.focus()
    // What was paid for waits among the bids now.
    void client.invalidateQueries({ queryKey: keys.bids })
  }, [client])
  return (
    <div className="grid gap-4">
      <div ref={box} tabIndex={-1} role="status" className="rounded-lg outline-offset-2">
        <Card>
          <div className="grid justify-items-center gap-2 px-2 py-6 text-center">
            <CircleCheckIcon aria-hidden="true" size={40} className="mb-1 text-ok" />
            <p className="text-lg font-semibold">{t('pay.done')}</p>
            <LinkButton to="/supplier/ongoingbids" look="primary" className="mt-3">
              {t('pay.bid')}
            </LinkButton>
          </div>
        </Card>
      </div>
      <Card title={t('pay.receipt')}>
        <Facts
          items={[
            { label: t('list.amount'), value: <Money amount={order.amount} /> },
            { label: t('list.number'), value: order.number },
            ...(order.attempt?.receipt
              ? [{ label: t('list.reference'), value: order.attempt.receipt }]
              : []),
            ...(order.paid_at
              ? [{ label: t('pay.paidAt'), value: formatMoment(order.paid_at, ownZone()) }]
              : []),
            { label: t('list.purpose'), value: order.lines.map((l) => l.name).join(', ') },
            ...(order.receipts.length
              ? [
                  {
                    label: t('papers.title'),
                    value: <Papers papers={order.receipts} fetch={paperOf} />,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <p>
        <LinkButton to="/supplier/mypayments">{t('list.title')}</LinkButton>
      </p>
    </div>
  )
}
