import { useMutation, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Following } from './following.tsx'
import { orderQuery, payReturned } from './queries.ts'

/** Back from a provider's page: what it gave the browser only says what to ask about. */
export default function ReturnedScreen() {
  const { t, i18n } = useTranslation('payments')
  const { tx_ref } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const ref = tx_ref ?? params.get('token') ?? ''
  const way = tx_ref ? 'cpp' : 'pp'
  const asked = useRef(false)
  const back = useMutation({
    mutationFn: () => data(payReturned(way, { ref })),
    onSuccess: (order) => {
      cache.setQueryData(orderQuery(order.id).queryKey, order)
      void cache.invalidateQueries({ queryKey: keys.cart })
      void navigate(`/supplier/payment/cards/re/success?order=${order.id}`, { replace: true })
    },
  })
  const { mutate } = back
  useEffect(() => {
    if (asked.current || !ref) return
    asked.current = true
    mutate()
  }, [mutate, ref])
  return (
    <Page title={t('page.returned')} width="form">
      {!ref ? (
        <Card flush>
          <EmptyState
            title={t('pay.noOrder')}
            body={t('pay.noOrderBody')}
            action={<LinkButton to="/supplier/mypayments">{t('list.title')}</LinkButton>}
          />
        </Card>
      ) : back.isError ? (
        <Card>
          <div role="alert" className="grid justify-items-start gap-3">
            <p>{problemText(back.error, i18n)}</p>
            <Button onClick={() => mutate()}>{t('actions.retry', { ns: 'common' })}</Button>
            <LinkButton to="/supplier/mypayments">{t('list.title')}</LinkButton>
          </div>
        </Card>
      ) : (
        <Following unreached={false} />
      )}
    </Page>
  )
}
