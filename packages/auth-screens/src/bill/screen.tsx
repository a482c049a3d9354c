import { NetworkError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Anchor, usePublicParams } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AuthCard, AuthLayout, linkClass } from '../layout.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { type Bill, isLive, isOpen, type OpenWay, payBill, readBill } from './queries.ts'

const POLL_MS = 3000

/** Somebody without an account pays an order by its link: a bank clerk, a colleague, whoever was asked to. */
export default function BillScreen() {
  const { t, i18n } = useTranslation('payments')
  const { cartCode: code = '' } = usePublicParams()
  const named = location.pathname.split('/').at(-2)
  const way: OpenWay = isOpen(named) ? named : 'd'
  const [bill, setBill] = useState<Bill>()
  const [failure, setFailure] = useState<unknown>()
  const read = useCallback(async () => {
    try {
      setBill(await readBill(code))
      setFailure(undefined)
    } catch (error) {
      setFailure(error)
    }
  }, [code])
  const live = bill && isLive(bill)
  useEffect(() => {
    void read()
    if (!live) return
    const timer = setInterval(() => document.hidden || void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [read, live])
  const name = t(`mode.${way}`)
  const others = (bill?.providers ?? []).filter((p) => isOpen(p) && p !== way)
  return (
    <AuthLayout title={t('page.title', { way: name })} subtitle={t('bill.note')}>
      {bill ? (
        <AuthCard>
          {failure ? <Banner tone="warn">{t('pay.unreached')}</Banner> : null}
          <dl className="grid gap-3">
            <div>
              <dt className="text-sm text-ink-3">{t('pay.amount')}</dt>
              <dd className="tabular text-xl font-semibold">
                {formatMoney(bill.amount.value, bill.amount.currency, i18n.language)}
              </dd>
            </div>
            <div>
              <dt className="text-sm text-ink-3">{t('bill.payee')}</dt>
              <dd>{bill.payee}</dd>
            </div>
          </dl>
          <Standing bill={bill} way={way} code={code} onBill={setBill} />
        </AuthCard>
      ) : failure ? (
        <AuthCard>
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(failure, i18n)}</p>
            <Button onClick={() => void read()}>{t('actions.retry', { ns: 'common' })}</Button>
          </div>
        </AuthCard>
      ) : (
        <AuthCard>
          <div aria-hidden="true" className="grid gap-4">
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-9 w-full" />
          </div>
        </AuthCard>
      )}
      {bill && !isLive(bill) && bill.status !== 'completed' && !bill.review
        ? others.map((other) => (
            <p key={other}>
              <Anchor className={linkClass} href={`/supplier/payment/cards/${other}/${code}`}>
                {t('page.title', { way: t(`mode.${other}`) })}
              </Anchor>
            </p>
          ))
        : null}
    </AuthLayout>
  )
}

type Props = { bill: Bill; way: OpenWay; code: string; onBill: (bill: Bill) => void }

const Standing = ({ bill, way, code, onBill }: Props) => {
  const { t } = useTranslation('payments')
  const name = t(`mode.${way}`)
  if (bill.status === 'completed') return <Banner tone="ok">{t('bill.paid')}</Banner>
  if (bill.review) return <Banner tone="warn">{t('bill.review')}</Banner>
  if (bill.status === 'cancelled') return <Banner tone="warn">{t('bill.replaced')}</Banner>
  if (isLive(bill)) {
    const url = bill.provider === way ? bill.next?.url : undefined
    return (
      <div role="status" className="grid gap-3">
        <Banner tone="info">{url ? t('page.open', { way: name }) : t('bill.elsewhere')}</Banner>
        {url ? (
          <Button look="primary" size="lg" onClick={() => location.assign(url)}>
            {t('page.onward', { way: name })}
          </Button>
        ) : null}
      </div>
    )
  }
  if (!bill.providers.includes(way))
    return <Banner tone="warn">{t('page.notHere', { way: name })}</Banner>
  return <Begin bill={bill} way={way} code={code} onBill={onBill} />
}

const Begin = ({ bill, way, code, onBill }: Props) => {
  const { t } = useTranslation('payments')
  const { t: errors } = useTranslation('errors')
  // One key for one intent: a click that was cut off by the network may be repeated without paying twice.
  const key = useRef({ of: '', key: '' })
  const {
    form,
    busy,
    failure,
    errors: wrong,
    onSubmit,
  } = useAuthForm({
    check: (v): Record<string, string> =>
      way === 'c' && !v.text('phone').trim()
        ? { phone: errors('field.required', { keySeparator: false }) }
        : {},
    submit: async (v) => {
      const phone = v.text('phone').trim()
      if (key.current.of !== phone || !key.current.key)
        key.current = { of: phone, key: crypto.randomUUID() }
      try {
        const next = await payBill(code, way, key.current.key, phone)
        key.current = { of: '', key: '' }
        onBill(next)
        if (next.next?.url) location.assign(next.next.url)
      } catch (error) {
        if (!(error instanceof NetworkError)) key.current = { of: '', key: '' }
        throw error
      }
    },
  })
  const again = bill.status === 'failed' || bill.status === 'expired'
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
      {again ? <Banner tone="warn">{t('page.reason.unknown')}</Banner> : null}
      {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
      {way === 'c' ? (
        <InputField
          big
          required
          label={t('bill.phone')}
          hint={t('bill.phoneHint')}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          error={wrong.phone}
        />
      ) : null}
      <Button type="submit" look="primary" size="lg" busy={busy}>
        {t('page.pay', { way: t(`mode.${way}`) })}
      </Button>
    </form>
  )
}
