import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { isPageWay, leavePayment, type Order, orderQuery } from './queries.ts'

/** Whether a payment that is under way may be given up: a prompt may yet be answered, and what has just begun is not known. */
export const mayGiveUp = ({ attempt }: Order): boolean =>
  !!attempt &&
  attempt.status !== 'created' &&
  (attempt.provider === 'bank' || isPageWay(attempt.provider))

/** Gives a payment that is under way up, once it was said of which order and what becomes of money that was sent. */
export const GiveUp = ({
  order,
  label,
  small,
  onGone,
}: {
  order: Order
  label: string
  small?: boolean
  onGone?: (order: Order) => void
}) => {
  const { t, i18n } = useTranslation('payments')
  const cache = useQueryClient()
  const [asks, setAsks] = useState(false)
  const way = order.attempt?.provider ?? 'bank'
  const said = {
    amount: formatMoney(order.amount.value, order.amount.currency, i18n.language),
    names: order.lines.map((l) => l.name).join(', '),
    way: t(`mode.${way}`),
  }
  const leave = async () => {
    const next = await data(leavePayment(order.id))
    cache.setQueryData(orderQuery(order.id).queryKey, next)
    void cache.invalidateQueries({ queryKey: keys.payment })
    void cache.invalidateQueries({ queryKey: keys.cart })
    setAsks(false)
    toast('ok', next.status === 'completed' ? t('pay.done') : t('cart.underWay.done'))
    onGone?.(next)
  }
  return (
    <>
      <Button {...(small ? { size: 'sm' as const } : {})} onClick={() => setAsks(true)}>
        {label}
      </Button>
      <AskDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('cart.underWay.ask', { number: order.number })}
        description={t(
          way === 'bank' ? 'cart.underWay.askTransfer' : 'cart.underWay.askPage',
          said,
        )}
        action={t('cart.underWay.giveUp')}
        danger
        send={leave}
      />
    </>
  )
}
