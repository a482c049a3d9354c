import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import type { Standing } from '../queries.ts'
import { itemsOf, type Offer, type Picks } from './outcome.ts'

const line = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2'

const Item = ({
  standing,
  offers,
  picked,
  onPick,
}: {
  standing: Standing
  offers: readonly [Offer, ...Offer[]]
  picked: string | null | undefined
  onPick: ((submission: string | null) => void) | undefined
}) => {
  const { t, i18n } = useTranslation('letters')
  const [item] = offers
  const idOf = (value: string | null) => `item-${item.item_id}-${value ?? 'nobody'}`
  const mark = (value: string | null) =>
    onPick ? (
      <input
        id={idOf(value)}
        type="radio"
        name={`item-${item.item_id}`}
        checked={picked === value}
        onChange={() => onPick(value)}
        className="size-4 shrink-0 accent-brand"
      />
    ) : null
  return (
    <Card title={`${item.number} · ${item.description}`} flush>
      <fieldset className="grid divide-y divide-line">
        <legend className="sr-only">{t('items.for', { item: item.description })}</legend>
        {offers.map((offer) => {
          const chosen = picked === offer.submission_id
          const Row = onPick && !offer.below_reserve ? 'label' : 'div'
          return (
            <Row
              key={offer.submission_id}
              className={cx(line, Row === 'label' && 'cursor-pointer', chosen && 'bg-brand-soft')}
            >
              <span className="flex min-w-0 items-center gap-3">
                {offer.below_reserve ? null : mark(offer.submission_id)}
                <span className="tabular text-ink-2">{offer.rank}.</span>
                <span className={cx('break-words', chosen && 'font-semibold')}>
                  {offer.supplier_name}
                </span>
                {offer.below_reserve ? <Badge tone="warn">{t('items.belowReserve')}</Badge> : null}
                {chosen && !onPick ? <Badge tone="ok">{t('items.gets')}</Badge> : null}
              </span>
              <span className="tabular font-medium">
                {formatMoney(offer.amount, standing.currency, i18n.language)}
              </span>
            </Row>
          )
        })}
        {onPick ? (
          <label htmlFor={idOf(null)} className={cx(line, 'cursor-pointer')}>
            <span className="flex items-center gap-3 text-ink-2">
              {mark(null)}
              {t('items.nobody')}
            </span>
          </label>
        ) : picked ? null : (
          <p className={cx(line, 'text-ink-2')}>{t('items.nobody')}</p>
        )}
      </fieldset>
    </Card>
  )
}

/** Every item with its offers, the best first, with a choice while one may be made. */
export const Items = ({
  standing,
  picks,
  onPick,
}: {
  standing: Standing
  picks: Picks
  onPick?: ((picks: Picks) => void) | undefined
}) =>
  itemsOf(standing).map((offers) => {
    const { item_id } = offers[0]
    return (
      <Item
        key={item_id}
        standing={standing}
        offers={offers}
        picked={picks.get(item_id)}
        onPick={onPick && ((submission) => onPick(new Map([...picks, [item_id, submission]])))}
      />
    )
  })
