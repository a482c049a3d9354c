import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { NetworkError } from '@zabuni/api/error'
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
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { GiveUp } from './give-up.tsx'
import { Amount, Elsewhere, reasonText } from './order-parts.tsx'
import {
  cartQuery,
  formPath,
  isLive,
  isOpenWay,
  isPageWay,
  type Order,
  orderQuery,
  type PageWay,
  payByPage,
} from './queries.ts'
import { Paid } from './waiting.tsx'

/** Pays an order at a provider's page: what is paid, the way there, another way. */
export default function CardScreen() {
  const { t, i18n } = useTranslation('payments')
  const named = useLocation().pathname.split('/').pop()
  const way: PageWay = isPageWay(named) ? named : 'stp'
  const [params] = useSearchParams()
  const asked = params.get('order') ?? ''
  const cart = useQuery({ ...cartQuery, enabled: !asked })
  const id = asked || cart.data?.order?.id || ''
  const order = useQuery({ ...orderQuery(id), enabled: !!id })
  const failed = order.error ?? (asked ? null : cart.error)
  return (
    <Page
      title={t('page.title', { way: t(`mode.${way}`) })}
      crumbs={[{ label: t('cart.title'), to: '/supplier/dashboard/cart' }]}
      width="form"
    >
      {failed && !order.data ? (
        <Card>
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(failed, i18n)}</p>
            <Button onClick={() => void (id ? order : cart).refetch()}>
              {t('actions.retry', { ns: 'common' })}
            </Button>
          </div>
        </Card>
      ) : order.data ? (
        <Stage order={order.data} way={way} />
      ) : cart.data && !id ? (
        <Card flush>
          <EmptyState
            title={t('pay.noOrder')}
            body={t('pay.noOrderBody')}
            action={
              <LinkButton to="/supplier/dashboard/cart" look="primary">
                {t('pay.toCart')}
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <Card>
          <div aria-hidden="true" className="grid gap-4">
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-4 w-1/3" />
            <div className="skeleton h-9 w-full" />
          </div>
        </Card>
      )}
    </Page>
  )
}

const Stage = ({ order, way }: { order: Order; way: PageWay }) => {
  const { t } = useTranslation('payments')
  if (order.status === 'completed') return <Paid order={order} />
  return (
    <div className="grid gap-4">
      <Amount order={order} />
      {isLive(order) && order.attempt?.provider !== way ? (
        <Elsewhere order={order} />
      ) : order.attempt?.status === 'review' ? (
        <Banner tone="warn">{t('pay.review', { number: order.number })}</Banner>
      ) : order.status === 'cancelled' ? (
        <Banner tone="warn">{t('pay.cancelled')}</Banner>
      ) : isLive(order) ? (
        order.next?.kind === 'form' ? (
          <Posted order={order} way={way} />
        ) : (
          <Begun order={order} way={way} />
        )
      ) : order.providers.includes(way) ? (
        <Begin order={order} way={way} />
      ) : (
        <Banner tone="warn">{t('page.notHere', { way: t(`mode.${way}`) })}</Banner>
      )}
    </div>
  )
}

/** The page is open: on to it again, or another way. */
const Begun = ({ order, way, onward }: { order: Order; way: PageWay; onward?: () => void }) => {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const url = order.next?.url
  const go = onward ?? (url && (() => window.location.assign(url)))
  return (
    <div className="grid gap-3">
      <Card
        footer={
          <>
            <GiveUp
              order={order}
              label={t('page.another')}
              onGone={(next) => {
                if (next.status !== 'completed') void navigate('/supplier/dashboard/cart')
              }}
            />
            {go ? (
              <Button look="primary" onClick={go}>
                {t('page.onward', { way: t(`mode.${way}`) })}
              </Button>
            ) : null}
          </>
        }
      >
        <div role="status" className="grid gap-2">
          <p className="font-medium">{t('page.open', { way: t(`mode.${way}`) })}</p>
          <p className="text-sm text-ink-2">{t('pay.waitingNote')}</p>
        </div>
      </Card>
    </div>
  )
}

/** The form is ready: this page posts it, if it was loaded to. */
const Posted = ({ order, way }: { order: Order; way: PageWay }) => {
  const [params, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const ready = params.get('onward') === '1'
  useEffect(() => {
    if (!ready) return
    // Whoever comes back by the browser's button finds the form, and is not sent on again.
    setParams({ order: order.id }, { replace: true })
    form.current?.submit()
  }, [ready, setParams, order.id])
  return (
    <>
      <form ref={form} method="post" action={order.next?.url} hidden>
        {order.next?.fields?.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <Begun
        order={order}
        way={way}
        onward={() => window.location.assign(formPath(way, order.id))}
      />
    </>
  )
}

const Begin = ({ order, way }: { order: Order; way: PageWay }) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  // One key for one intent: a click that was cut off by the network may be repeated without paying twice.
  const key = useRef('')
  const pay = useMutation({
    mutationFn: () => {
      key.current ||= crypto.randomUUID()
      return data(payByPage(way, key.current, order.id))
    },
    onSuccess: (next) => {
      key.current = ''
      cache.setQueryData(orderQuery(order.id).queryKey, next)
      void cache.invalidateQueries({ queryKey: keys.cart })
      if (next.next?.kind === 'form') window.location.assign(formPath(way, order.id))
      else if (next.next?.url) window.location.assign(next.next.url)
    },
    onError: (error) => {
      if (!(error instanceof NetworkError)) key.current = ''
      void cache.invalidateQueries({ queryKey: keys.payment })
    },
  })
  const again = order.status === 'failed' || order.status === 'expired'
  const name = t(`mode.${way}`)
  return (
    <div className="grid gap-3">
      {again && order.attempt ? <Banner tone="bad">{reasonText(t, order)}</Banner> : null}
      {pay.isError ? <Banner tone="bad">{problemText(pay.error, i18n)}</Banner> : null}
      <Card
        footer={
          <>
            <LinkButton to="/supplier/dashboard/cart">{t('page.another')}</LinkButton>
            <Button look="primary" busy={pay.isPending} onClick={() => pay.mutate()}>
              {t('page.pay', { way: name })}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('page.note', { way: name })}</p>
      </Card>
      {isOpenWay(way) ? <ForOthers order={order} way={way} /> : null}
    </div>
  )
}

/** The link by which somebody else pays. */
const ForOthers = ({ order, way }: { order: Order; way: PageWay }) => {
  const { t } = useTranslation('payments')
  const link = `${location.origin}/supplier/payment/cards/${way}/${order.cart_code}`
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(link) })
  return (
    <Card title={t('bill.others')}>
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-ink-2">{t('bill.othersNote')}</p>
        <code className="max-w-full break-all rounded-md bg-sunken px-2 py-1 text-sm">{link}</code>
        <Button size="sm" busy={copy.isPending} onClick={() => copy.mutate()}>
          {copy.isSuccess ? t('bill.copied') : t('bill.copy')}
        </Button>
        {copy.isError ? <Banner tone="warn">{t('bill.notCopied')}</Banner> : null}
      </div>
    </Card>
  )
}
