import { drawnOf, type Figure } from '@zabuni/activities/drawn'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { cx } from '@zabuni/ui/cx'
import { Origin } from './origin.tsx'
import type { Desk, OpenedBid } from './queries.ts'

// Place, supplier, what the policy has of figures: a line on a desk, a card on a phone. The one that decides is wide.
const LINE = 'lg:grid lg:items-center lg:gap-x-4'
const LINES: Readonly<Record<number, string>> = {
  0: 'lg:grid-cols-[minmax(0,1fr)]',
  1: 'lg:grid-cols-[minmax(0,1fr)_minmax(168px,1fr)]',
  2: 'lg:grid-cols-[minmax(0,1.5fr)_1fr_minmax(168px,1.2fr)]',
}
const PLACED: Readonly<Record<number, string>> = {
  1: 'lg:grid-cols-[36px_minmax(0,1fr)_minmax(168px,1fr)]',
  2: 'lg:grid-cols-[36px_minmax(0,1.5fr)_1fr_minmax(168px,1.2fr)]',
  4: 'lg:grid-cols-[36px_minmax(0,1.5fr)_1fr_1.3fr_1fr_minmax(168px,1.2fr)]',
}

/** What is drawn of a bid: its figures, and its place where a bid as a whole has one. */
const drawn = (d: Desk) => {
  const { figures, ranked, byLine } = drawnOf(d.policy)
  const placed = ranked && !byLine
  return { figures, placed, line: cx(LINE, (placed ? PLACED : LINES)[figures.length]) }
}

/** A score that decides, with its length out of a hundred. */
const Score = ({ value }: { value: string }) => (
  <span className="flex items-center gap-3">
    <span aria-hidden="true" className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
      <span
        className="block h-full rounded-full bg-brand"
        style={{ width: `${Math.min(100, Number(value))}%` }}
      />
    </span>
    <span className="text-lg font-semibold">{value}</span>
  </span>
)

/** A bid with its place and its figures, as far as the category has them. */
export const Place = ({ bid, d }: { bid: OpenedBid; d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const { figures, placed, line } = drawn(d)
  const first = bid.rank === 1
  const shown: Record<Figure, string | undefined> = {
    technical: bid.technical,
    price: bid.price && formatMoney(bid.price, bid.currency ?? d.currency, i18n.language),
    financial: bid.financial_score,
    combined: bid.combined,
  }
  const decides = figures.at(-1)
  return (
    <li className="grid gap-3 px-4 py-3.5">
      <div className={cx('max-lg:grid max-lg:gap-3', line)}>
        <div className="flex items-center gap-3 lg:contents">
          {placed ? (
            <span
              className={cx(
                'tabular grid size-9 shrink-0 place-items-center rounded-full text-lg font-semibold',
                first ? 'bg-brand text-ink-inverse' : 'bg-sunken text-ink-2',
              )}
            >
              {bid.rank ?? '–'}
            </span>
          ) : null}
          <span className="grid min-w-0 justify-items-start gap-1">
            <span className={cx('break-words', first ? 'font-semibold' : 'font-medium')}>
              {bid.supplier_name}
            </span>
            {bid.left === 'visit_failed' ? (
              <Badge tone="bad">{t('outcome.visitFailed')}</Badge>
            ) : bid.left === 'price_unexplained' ? (
              <Badge tone="bad">{t('outcome.priceUnexplained')}</Badge>
            ) : bid.left === 'no_bid' ? (
              <Badge tone="bad">{t('outcome.noBid')}</Badge>
            ) : (
              <Badge tone={bid.technical_pass ? 'ok' : 'bad'}>
                {t(bid.technical_pass ? 'outcome.pass' : 'outcome.fail')}
              </Badge>
            )}
          </span>
        </div>
        <dl className="grid grid-cols-2 gap-3 lg:contents">
          {figures.map((name) => {
            const value = shown[name]
            const wide = name === decides && name !== 'price'
            return (
              <div key={name} className={cx('lg:text-right', wide && 'max-lg:col-span-2')}>
                <dt className="text-xs text-ink-3 lg:sr-only">{t(`ranking.${name}`)}</dt>
                <dd className={cx('tabular', name === decides ? 'font-semibold' : 'font-medium')}>
                  {value === undefined ? (
                    t('ranking.sealed')
                  ) : wide ? (
                    <Score value={value} />
                  ) : (
                    value
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
      </div>
      <Origin bid={bid} d={d} indent={placed} />
    </li>
  )
}

/** The names of the figures above their columns. */
export const Heads = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { figures, placed, line } = drawn(d)
  return (
    <div
      aria-hidden="true"
      className={cx(
        'h-9 rounded-t-lg border-b border-line bg-canvas px-4 text-right text-xs font-medium text-ink-2 max-lg:hidden',
        line,
      )}
    >
      {placed ? <span /> : null}
      <span className="text-left">{t('columns.supplier')}</span>
      {figures.map((name) => (
        <span key={name}>{t(`ranking.${name}`)}</span>
      ))}
    </div>
  )
}
