import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { NetworkError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { FileDrop } from '@zabuni/ui/file-drop'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Copied } from './copied.tsx'
import { GiveUp } from './give-up.tsx'
import { Amount, Elsewhere, reasonText } from './order-parts.tsx'
import { addSlip, cartQuery, isLive, type Order, orderQuery, payByBank } from './queries.ts'
import { Paid } from './waiting.tsx'

/** Pays an order by a bank transfer: what to tell the bank, until when, and what the bank gave for it. */
export default function BankScreen() {
  const { t } = useTranslation('payments')
  const [params] = useSearchParams()
  const asked = params.get('order') ?? ''
  const cart = useQuery({ ...cartQuery, enabled: !asked })
  const id = asked || cart.data?.order?.id || ''
  const order = useQuery({ ...orderQuery(id), enabled: !!id })
  const title = t('bank.title')
  return (
    <Load query={[id ? order : null, asked ? null : cart]} title={title} as="form">
      {([found]) => (
        <Page
          title={title}
          crumbs={[{ label: t('cart.title'), to: '/supplier/dashboard/cart' }]}
          width="form"
        >
          {found ? (
            <Stage order={found} />
          ) : (
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
          )}
        </Page>
      )}
    </Load>
  )
}

const Stage = ({ order }: { order: Order }) => {
  const { t } = useTranslation('payments')
  if (order.status === 'completed') return <Paid order={order} />
  return (
    <div className="grid gap-4">
      <Amount order={order} />
      {isLive(order) && order.attempt?.provider !== 'bank' ? (
        <Elsewhere order={order} />
      ) : order.attempt?.status === 'review' ? (
        <Banner tone="warn">{t('pay.review', { number: order.number })}</Banner>
      ) : order.status === 'cancelled' ? (
        <Banner tone="warn">{t('pay.cancelled')}</Banner>
      ) : isLive(order) ? (
        <Held order={order} />
      ) : order.providers.includes('bank') ? (
        <Begin order={order} />
      ) : (
        <Banner tone="warn">{t('page.notHere', { way: t('mode.bank') })}</Banner>
      )}
    </div>
  )
}

/** The order is held: what to tell the bank, and what it gave. */
const Held = ({ order }: { order: Order }) => {
  const { t, i18n } = useTranslation('payments')
  const navigate = useNavigate()
  const { transfer } = order
  if (!transfer) return <Banner tone="warn">{t('bank.accountGone')}</Banner>
  const { account } = transfer
  const amount = formatMoney(order.amount.value, order.amount.currency, i18n.language)
  return (
    <div className="grid gap-4">
      <Card
        title={t('bank.instructions')}
        footer={
          <GiveUp
            order={order}
            label={t('page.another')}
            onGone={(next) => {
              if (next.status !== 'completed') void navigate('/supplier/dashboard/cart')
            }}
          />
        }
      >
        <div className="grid gap-4">
          <p className="text-ink-2">{t('bank.instructionsNote')}</p>
          <Facts
            items={[
              { label: t('bank.holder'), value: account.holder },
              {
                label: t('bank.account'),
                value: (
                  <Copied
                    what={t('bank.account')}
                    value={account.account_number}
                    text={account.account_number.replace(/\s/g, '')}
                  />
                ),
              },
              {
                label: t('bank.bank'),
                value: [account.bank, account.branch].filter(Boolean).join(', '),
              },
              ...(account.swift ? [{ label: t('bank.swift'), value: account.swift }] : []),
              {
                label: t('bank.amount'),
                value: <Copied what={t('bank.amount')} value={amount} text={order.amount.value} />,
              },
              {
                label: t('bank.narration'),
                value: <Copied what={t('bank.narration')} value={order.number} />,
              },
              { label: t('bank.until'), value: formatMoment(transfer.until, ownZone()) },
            ]}
          />
          <Banner tone="info">{t('bank.waits')}</Banner>
        </div>
      </Card>
      <Slips order={order} />
    </div>
  )
}

/** As the server takes them. */
const MAX_SLIP = 5 * 1024 * 1024
const MAX_SLIPS = 5
const TYPES = ['pdf', 'jpg', 'jpeg', 'png']

const Slips = ({ order }: { order: Order }) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  const slips = order.transfer?.slips ?? []
  const add = useMutation({
    mutationFn: (file: File) => data(addSlip(order.id, file)),
    onSuccess: (next) => cache.setQueryData(orderQuery(order.id).queryKey, next),
  })
  return (
    <Card title={t('bank.slips')}>
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">{t('bank.slipsNote')}</p>
        {add.isError ? <Banner tone="bad">{problemText(add.error, i18n)}</Banner> : null}
        {slips.length ? (
          <ul className="grid gap-1 text-sm">
            {slips.map((s) => (
              <li key={s.id} className="flex flex-wrap justify-between gap-x-3">
                <span className="min-w-0 break-words">{s.name}</span>
                <span className="text-ink-3">
                  {formatBytes(s.size, i18n.language)} · {formatMoment(s.added_at, ownZone())}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {slips.length < MAX_SLIPS ? (
          <FileDrop
            label={t('bank.addSlip')}
            types={TYPES}
            maxBytes={MAX_SLIP}
            multiple={false}
            files={[]}
            onRemove={() => {}}
            onPick={([file]) => {
              if (file && !add.isPending) add.mutate(file)
            }}
          />
        ) : null}
        <p role="status" className="text-sm text-ink-2">
          {add.isPending ? t('bank.adding') : add.isSuccess ? t('bank.added') : ''}
        </p>
      </div>
    </Card>
  )
}

const Begin = ({ order }: { order: Order }) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  // One key for one intent: a click that was cut off by the network may be repeated without holding it twice.
  const key = useRef('')
  const hold = useMutation({
    mutationFn: () => {
      key.current ||= crypto.randomUUID()
      return data(payByBank(key.current, order.id))
    },
    onSuccess: (next) => {
      key.current = ''
      cache.setQueryData(orderQuery(order.id).queryKey, next)
      void cache.invalidateQueries({ queryKey: keys.cart })
    },
    onError: (error) => {
      if (!(error instanceof NetworkError)) key.current = ''
      void cache.invalidateQueries({ queryKey: keys.payment })
    },
  })
  const again = order.status === 'failed' || order.status === 'expired'
  return (
    <div className="grid gap-3">
      {again && order.attempt ? <Banner tone="bad">{reasonText(t, order)}</Banner> : null}
      {hold.isError ? <Banner tone="bad">{problemText(hold.error, i18n)}</Banner> : null}
      <Card
        footer={
          <>
            <LinkButton to="/supplier/dashboard/cart">{t('page.another')}</LinkButton>
            <Button look="primary" busy={hold.isPending} onClick={() => hold.mutate()}>
              {t('bank.begin')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('bank.beginNote')}</p>
      </Card>
    </div>
  )
}
