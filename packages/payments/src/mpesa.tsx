import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { NetworkError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { ByHand } from './by-hand.tsx'
import { Amount, Elsewhere, reasonText } from './order-parts.tsx'
import { MPESA_EXAMPLE, mpesaPhone, offeredPhone } from './phone.ts'
import { cartQuery, isLive, type Order, orderQuery, payByMpesa } from './queries.ts'
import { Paid, Waiting } from './waiting.tsx'

/** Pays an order from a phone: the prompt, the wait, the end. */
export default function MpesaScreen() {
  const { t, i18n } = useTranslation('payments')
  const [params] = useSearchParams()
  const named = params.get('order') ?? ''
  const cart = useQuery({ ...cartQuery, enabled: !named })
  const id = named || cart.data?.order?.id || ''
  const order = useQuery({ ...orderQuery(id), enabled: !!id })
  const failed = order.error ?? (named ? null : cart.error)
  return (
    <Page
      title={t('pay.title')}
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
        <Stage order={order.data} unreached={order.isError} />
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

/** Which of its scenes the order is in. */
const Stage = ({ order, unreached }: { order: Order; unreached: boolean }) => {
  const { t } = useTranslation('payments')
  // Kept over the wait, so that a person who tries again does not type it again.
  const [phone, setPhone] = useState(() => offeredPhone(session()?.phone))
  if (order.status === 'completed') return <Paid order={order} />
  return (
    <div className="grid gap-4">
      <Amount order={order} />
      {isLive(order) && order.attempt?.provider !== 'mpesa' ? (
        <Elsewhere order={order} />
      ) : isLive(order) ? (
        <>
          <Waiting order={order} unreached={unreached} />
          <ByHand order={order} />
        </>
      ) : order.attempt?.status === 'review' ? (
        <Banner tone="warn">{t('pay.review', { number: order.number })}</Banner>
      ) : order.status === 'cancelled' ? (
        <Banner tone="warn">{t('pay.cancelled')}</Banner>
      ) : (
        <>
          <PayForm order={order} phone={phone} onPhone={setPhone} />
          <ByHand order={order} />
        </>
      )}
    </div>
  )
}

/** Asks for the phone and sends the prompt; says why the last one did not go through. */
const PayForm = ({
  order,
  phone: offered,
  onPhone,
}: {
  order: Order
  phone: string
  onPhone: (phone: string) => void
}) => {
  const { t } = useTranslation('payments')
  const { t: errors } = useTranslation('errors')
  const cache = useQueryClient()
  // One key for one intent: a click that was cut off by the network may be repeated without paying twice.
  const key = useRef({ of: '', key: '' })
  const schema = z.object({
    phone: z.string().check(
      z.refine((v: string) => mpesaPhone(v) !== null, {
        error: errors('payment.mpesa_phone', { keySeparator: false, ...MPESA_EXAMPLE }),
      }),
    ),
  })
  const form = useProblemForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { phone: offered },
    submit: async ({ phone }) => {
      onPhone(phone)
      if (key.current.of !== phone) key.current = { of: phone, key: crypto.randomUUID() }
      try {
        const next = await data(payByMpesa(key.current.key, { order_id: order.id, phone }))
        key.current = { of: '', key: '' }
        cache.setQueryData(orderQuery(order.id).queryKey, next)
        if (isLive(next)) toast('ok', t('pay.prompted'))
      } catch (error) {
        if (!(error instanceof NetworkError)) key.current = { of: '', key: '' }
        throw error
      } finally {
        void cache.invalidateQueries({ queryKey: keys.payment })
      }
    },
  })
  const reason = order.attempt?.reason
  const again = order.status === 'failed' || order.status === 'expired'
  if (order.amount.currency !== 'KES') return <Banner tone="warn">{t('pay.currencyOnly')}</Banner>
  if (!order.providers.includes('mpesa')) return <Banner tone="warn">{t('pay.notHere')}</Banner>
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {again && reason ? <Banner tone="bad">{reasonText(t, order)}</Banner> : null}
      <ErrorSummary form={form} />
      <Card
        title={t('pay.phoneTitle')}
        footer={
          <>
            <LinkButton to="/supplier/dashboard/cart">{t('pay.toCart')}</LinkButton>
            <Button type="submit" look="primary" busy={form.busy}>
              {again ? t('pay.retry') : t('pay.send')}
            </Button>
          </>
        }
      >
        <InputField
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={t('pay.phone')}
          hint={t('pay.phoneHint', MPESA_EXAMPLE)}
          {...form.field('phone')}
        />
      </Card>
    </form>
  )
}
