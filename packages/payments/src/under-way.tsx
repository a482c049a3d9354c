import { ownZone, session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { can } from '@zabuni/routing/guard'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { GiveUp, mayGiveUp } from './give-up.tsx'
import { Money } from './parts.tsx'
import { type Order, payPath } from './queries.ts'

/** Orders that are being paid, apart from the cart: what each is for, since when, what it waits for. */
export const UnderWay = ({ orders }: { orders: Order[] }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('cart.underWay.title')} flush>
      <p className="border-b border-line px-4 pb-3 text-sm text-ink-2">{t('cart.underWay.note')}</p>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  )
}

const Row = ({ order }: { order: Order }) => {
  const { t } = useTranslation('payments')
  const way = order.attempt?.provider ?? 'bank'
  const mayPay = can(session(), 'MAKE_PAYMENTS')
  return (
    <li className="grid gap-2 px-4 py-3" aria-label={order.number}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          {order.lines.map((line) => (
            <p key={line.category_id} className="break-words">
              <span className="font-medium">{line.name}</span>
              <span className="block text-sm text-ink-2">
                {line.job_title} · {line.buyer_name}
              </span>
            </p>
          ))}
        </div>
        <p className="font-medium whitespace-nowrap">
          <Money amount={order.amount} />
        </p>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-ink-2">
        <Badge tone="info">
          {t(way === 'bank' ? 'cart.underWay.transfer' : 'cart.underWay.waits')}
        </Badge>
        <span>{order.number}</span>
        <span>
          {t('cart.underWay.since', {
            way: t(`mode.${way}`),
            at: formatMoment(order.attempt?.created_at ?? order.created_at, ownZone()),
          })}
        </span>
      </p>
      {mayPay ? (
        <div className="flex flex-wrap items-center gap-2">
          <LinkButton size="sm" to={payPath(way, order.id)}>
            {t('cart.underWay.go')}
          </LinkButton>
          {mayGiveUp(order) ? (
            <GiveUp small order={order} label={t('cart.underWay.giveUp')} />
          ) : way === 'mpesa' ? (
            <p className="text-sm text-ink-3">{t('cart.underWay.prompt')}</p>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
