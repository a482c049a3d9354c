import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { RadioGroup } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { ShoppingCartIcon, Trash2Icon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LineText, Money } from './parts.tsx'
import {
  type Cart,
  cartQuery,
  orderQuery,
  payPath,
  removeFromCart,
  checkout as sendCheckout,
} from './queries.ts'
import { UnderWay } from './under-way.tsx'

/** What I am about to pay: the categories, one total in one currency, the way to payment. */
export default function CartScreen() {
  const { t, i18n } = useTranslation('payments')
  const cart = useQuery(cartQuery)
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => data(removeFromCart(id)),
    onSuccess: (left) => {
      cache.setQueryData(cartQuery.queryKey, left)
      toast('ok', t('cart.removed'))
    },
    onError: () => void cache.invalidateQueries({ queryKey: cartQuery.queryKey }),
  })
  const items = cart.data?.items ?? []
  const underWay = cart.data?.under_way ?? []
  return (
    <Page title={t('cart.title')} subtitle={t('cart.note')}>
      {cart.isPending ? <CartSkeleton /> : null}
      {cart.isError && !cart.data ? (
        <Card>
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(cart.error, i18n)}</p>
            <Button onClick={() => void cart.refetch()}>
              {t('actions.retry', { ns: 'common' })}
            </Button>
          </div>
        </Card>
      ) : null}
      {underWay.length ? (
        <div className="mb-4">
          <UnderWay orders={underWay} />
        </div>
      ) : null}
      {cart.data && !items.length ? (
        <Card flush>
          <EmptyState
            icon={<ShoppingCartIcon size={18} />}
            title={underWay.length ? t('cart.underWay.keep') : t('cart.empty')}
            body={t('cart.emptyBody')}
            action={
              <LinkButton to="/supplier/landing" look="primary">
                {t('cart.browse')}
              </LinkButton>
            }
          />
        </Card>
      ) : null}
      {cart.data && items.length ? (
        <div className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
          <div className="grid gap-3">
            {remove.isError ? (
              <Banner tone="bad">
                {remove.error instanceof ApiError ? t('cart.deleteError') : t('cart.removeError')}
              </Banner>
            ) : null}
            <Card title={t('cart.lines', { count: items.length })} flush>
              <ul className="divide-y divide-line">
                {items.map((line) => (
                  <li
                    key={line.category_id}
                    className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[1fr_auto_auto]"
                  >
                    <LineText line={line} />
                    <p className="font-medium whitespace-nowrap max-sm:order-last sm:text-right">
                      <Money amount={line.fee} />
                    </p>
                    <IconButton
                      size="sm"
                      label={t('cart.remove', { name: line.name })}
                      icon={<Trash2Icon aria-hidden="true" size={16} />}
                      disabled={remove.isPending && remove.variables === line.category_id}
                      onClick={() => remove.mutate(line.category_id)}
                    />
                  </li>
                ))}
              </ul>
            </Card>
          </div>
          <Summary cart={cart.data} />
        </div>
      ) : null}
    </Page>
  )
}

/** The total and the one button. The key is the click's: a second click is the same click. */
const Summary = ({ cart }: { cart: Cart }) => {
  const { t, i18n } = useTranslation('payments')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const key = useRef({ of: '', key: '' })
  const ways = cart.providers.filter((p) => p !== 'free')
  const [chosen, choose] = useState<string>()
  const way = ways.find((p) => p === chosen) ?? ways[0]
  const intent = cart.items.map((l) => `${l.category_id} ${l.fee.value}`).join()
  const checkout = useMutation({
    mutationFn: () => {
      if (key.current.of !== intent) key.current = { of: intent, key: crypto.randomUUID() }
      return data(sendCheckout(key.current.key))
    },
    onSuccess: (order) => {
      cache.setQueryData(orderQuery(order.id).queryKey, order)
      void cache.invalidateQueries({ queryKey: keys.payment })
      if (order.status === 'completed') toast('ok', t('pay.done'))
      void navigate(order.status === 'completed' ? '/supplier/mypayments' : payPath(way, order.id))
    },
    // What changed meanwhile (a closing, another tab) is shown where it happened. An answer that was lost on its way
    // may have made the order: the same press asks for it again.
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) key.current = { of: '', key: '' }
      void cache.invalidateQueries({ queryKey: cartQuery.queryKey })
    },
  })
  const blocked = cart.items.filter((l) => l.state !== 'payable').length
  const nobody = cart.total && !cart.providers.length
  const mayPay = can(session(), 'MAKE_PAYMENTS')
  const free = cart.total && Number(cart.total.value) === 0
  return (
    <div className="grid gap-3 lg:sticky lg:top-4">
      <Card title={t('cart.summary')}>
        <div className="grid gap-4">
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-ink-2">{t('cart.total')}</span>
            <strong className="text-xl font-semibold">
              {cart.total ? <Money amount={cart.total} /> : '–'}
            </strong>
          </p>
          {checkout.isError ? (
            <Banner tone="bad">{problemText(checkout.error, i18n)}</Banner>
          ) : null}
          {blocked ? <Banner tone="warn">{t('cart.blocked', { count: blocked })}</Banner> : null}
          {nobody && !blocked ? (
            <Banner tone="warn">{t('cart.noProvider', { currency: cart.total?.currency })}</Banner>
          ) : null}
          {mayPay ? null : <Banner tone="info">{t('cart.noPrivilege')}</Banner>}
          {ways.length > 1 && mayPay ? (
            <RadioGroup
              label={t('cart.way')}
              name="way"
              value={way ?? ''}
              onChange={choose}
              options={ways.map((value) => ({ value, label: t(`mode.${value}`) }))}
            />
          ) : null}
          <Button
            look="primary"
            size="lg"
            busy={checkout.isPending}
            disabled={!cart.total || !!blocked || !!nobody || !mayPay}
            onClick={() => checkout.mutate()}
          >
            {free ? t('cart.confirmFree') : t('cart.proceed')}
          </Button>
          <p className="text-sm text-ink-3">{t('cart.oneCurrency')}</p>
        </div>
      </Card>
    </div>
  )
}

const CartSkeleton = () => (
  <div aria-hidden="true" className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
    <Card flush>
      {[0, 1, 2].map((n) => (
        <div key={n} className="grid gap-2 border-b border-line px-4 py-4 last:border-0">
          <div className="skeleton h-3 w-1/2" />
          <div className="skeleton h-3 w-1/3" />
        </div>
      ))}
    </Card>
    <Card>
      <div className="grid gap-4">
        <div className="skeleton h-4 w-full" />
        <div className="skeleton h-11 w-full" />
      </div>
    </Card>
  </div>
)
