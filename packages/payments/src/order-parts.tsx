import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { LineText, Money } from './parts.tsx'
import { isPageWay, type Order, payPath } from './queries.ts'

/** What an order costs, and what for. */
export const Amount = ({ order }: { order: Order }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('pay.order')}>
      <div className="grid gap-4">
        <Facts
          items={[
            {
              label: t('pay.amount'),
              value: (
                <strong className="text-xl font-semibold">
                  <Money amount={order.amount} />
                </strong>
              ),
            },
            { label: t('list.number'), value: order.number },
          ]}
        />
        <details className="text-sm">
          <summary className="cursor-pointer rounded-sm text-ink-2 max-sm:py-2">
            {t('cart.lines', { count: order.lines.length })}
          </summary>
          <ul className="mt-2 grid gap-3">
            {order.lines.map((line) => (
              <li key={line.category_id} className="grid grid-cols-[1fr_auto] gap-3">
                <LineText line={line} />
                <Money amount={line.fee} />
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Card>
  )
}

/** The order is being paid by another way than this screen's. */
export const Elsewhere = ({ order }: { order: Order }) => {
  const { t } = useTranslation('payments')
  const way = order.attempt?.provider
  if (!way) return null
  return (
    <Banner tone="info">
      <span className="grid justify-items-start gap-2">
        {t('page.elsewhere', { way: t(`mode.${way}`) })}
        <LinkButton size="sm" to={payPath(way, order.id)}>
          {t('cart.followPayment')}
        </LinkButton>
      </span>
    </Banner>
  )
}

type Words = ReturnType<typeof useTranslation<'payments'>>['t']

/** Why the last try did not go through, in words of its way. */
export const reasonText = (t: Words, order: Order): string => {
  const { provider, reason } = order.attempt ?? {}
  if (!reason) return t('page.reason.unknown')
  if (provider === 'bank' && reason === 'timeout') return t('bank.timeout')
  if (!isPageWay(provider)) return t(`reason.${reason}`)
  const way = t(`mode.${provider}`)
  switch (reason) {
    case 'cancelled':
    case 'timeout':
    case 'refused':
    case 'unavailable':
    case 'abandoned':
      return t(`page.reason.${reason}`, { way })
    default:
      return t(`reason.${reason}`)
  }
}
