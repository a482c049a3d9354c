import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { Copied } from './copied.tsx'
import type { Order } from './queries.ts'

/** The second manner of M-Pesa: what a payer types on the phone when no prompt comes, or none is wanted. */
export const ByHand = ({ order }: { order: Order }) => {
  const { t, i18n } = useTranslation('payments')
  if (!order.by_hand) return null
  const { till, account } = order.by_hand
  const amount = formatMoney(order.amount.value, order.amount.currency, i18n.language)
  return (
    <Card title={t('pay.hand.title')}>
      <div className="grid gap-3">
        <p>{t('pay.hand.note')}</p>
        <Facts
          items={[
            {
              label: t('pay.hand.till'),
              value: <Copied what={t('pay.hand.till')} value={till} />,
            },
            {
              label: t('pay.hand.account'),
              value: <Copied what={t('pay.hand.account')} value={account} />,
            },
            {
              label: t('pay.amount'),
              value: (
                <Copied
                  what={t('pay.amount')}
                  value={amount}
                  text={String(Number(order.amount.value))}
                />
              ),
            },
          ]}
        />
        <p className="text-sm text-ink-2">{t('pay.hand.after')}</p>
      </div>
    </Card>
  )
}
