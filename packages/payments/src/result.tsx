import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Following } from './following.tsx'
import { Amount, reasonText } from './order-parts.tsx'
import { isLive, isPageWay, type Order, orderQuery, payPath, payReturned } from './queries.ts'
import { Paid } from './waiting.tsx'

/** What became of a payment: the order's own state, whatever the address says. */
export default function ResultScreen() {
  const { t, i18n } = useTranslation('payments')
  const [params] = useSearchParams()
  const id = params.get('order') ?? ''
  const order = useQuery({ ...orderQuery(id), enabled: !!id })
  return (
    <Page title={t('page.returned')} width="form">
      {order.data ? (
        <Outcome order={order.data} unreached={order.isError} />
      ) : order.isError ? (
        <Card>
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(order.error, i18n)}</p>
            <Button onClick={() => void order.refetch()}>
              {t('actions.retry', { ns: 'common' })}
            </Button>
          </div>
        </Card>
      ) : id ? (
        <Card>
          <div aria-hidden="true" className="grid gap-4">
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-4 w-1/3" />
          </div>
        </Card>
      ) : (
        <Card flush>
          <EmptyState
            title={t('pay.noOrder')}
            body={t('pay.noOrderBody')}
            action={<LinkButton to="/supplier/mypayments">{t('list.title')}</LinkButton>}
          />
        </Card>
      )}
    </Page>
  )
}

const Outcome = ({ order, unreached }: { order: Order; unreached: boolean }) => {
  const { t } = useTranslation('payments')
  useAsked(order)
  if (order.status === 'completed') return <Paid order={order} />
  if (isLive(order)) {
    return (
      <div className="grid gap-4">
        <Following unreached={unreached} />
        <p>
          <LinkButton to={payPath(order.attempt?.provider, order.id)}>
            {t('page.notDone')}
          </LinkButton>
        </p>
      </div>
    )
  }
  const final = order.attempt?.status === 'review' || order.status === 'cancelled'
  return (
    <div className="grid gap-4">
      {order.attempt?.status === 'review' ? (
        <Banner tone="warn">{t('pay.review', { number: order.number })}</Banner>
      ) : (
        <Banner tone="bad">
          {order.status === 'cancelled' ? t('pay.cancelled') : reasonText(t, order)}
        </Banner>
      )}
      <Amount order={order} />
      {final ? null : (
        <p className="flex flex-wrap gap-2">
          <LinkButton look="primary" to={payPath(order.attempt?.provider, order.id)}>
            {t('page.retry')}
          </LinkButton>
          <LinkButton to="/supplier/dashboard/cart">{t('page.another')}</LinkButton>
        </p>
      )}
    </div>
  )
}

/** Asks the provider once for each try that is open when the browser comes back. */
const useAsked = (order: Order) => {
  const cache = useQueryClient()
  const asked = useRef('')
  const { id, provider } = order.attempt ?? {}
  const open = isLive(order)
  useEffect(() => {
    if (!open || !id || !isPageWay(provider) || asked.current === id) return
    asked.current = id
    // A refusal changes nothing here: the order is asked for on, and the worker asks the provider anyway.
    data(payReturned(provider, { order_id: order.id }))
      .then(() => cache.invalidateQueries({ queryKey: keys.payment }))
      .catch(() => undefined)
  }, [open, id, provider, order.id, cache])
}
