import { ApiError } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AuthCard, AuthLayout, linkClass } from '../layout.tsx'
import { returned } from './queries.ts'

/**
 * Back from DPO's page. Whoever is signed in goes on to the order; anybody else is told no more than that
 * the payment is found by itself. What the page gave the browser only says what to ask about.
 */
export default function ReturnedScreen() {
  const { t, i18n } = useTranslation('payments')
  const [failure, setFailure] = useState<unknown>()
  const [stranger, setStranger] = useState(false)
  const ref = new URLSearchParams(location.search).get('TransactionToken') ?? ''
  const asked = useRef(false)
  const ask = useCallback(async () => {
    setFailure(undefined)
    try {
      const order = await returned(ref)
      location.replace(`/supplier/payment/cards/re/success?order=${order.id}`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setStranger(true)
      else setFailure(error)
    }
  }, [ref])
  useEffect(() => {
    if (asked.current || !ref) return
    asked.current = true
    void ask()
  }, [ask, ref])
  return (
    <AuthLayout title={t('page.returned')}>
      <AuthCard>
        {failure ? (
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(failure, i18n)}</p>
            <Button onClick={() => void ask()}>{t('actions.retry', { ns: 'common' })}</Button>
          </div>
        ) : (
          <Banner tone="info">{t('page.asking')}</Banner>
        )}
        {stranger || !ref || failure ? (
          <>
            <p className="text-ink-2">{t('bill.close')}</p>
            <p>
              <Anchor className={linkClass} href="/supplier/mypayments">
                {t('list.title')}
              </Anchor>
            </p>
          </>
        ) : null}
      </AuthCard>
    </AuthLayout>
  )
}
