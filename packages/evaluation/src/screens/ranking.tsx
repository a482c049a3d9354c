import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney, formatPercent } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card, Stats } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { TrophyIcon } from 'lucide-react'
import { EvaluationFrame } from '../frame.tsx'
import type { Desk, OpenedBid } from '../queries.ts'

// Rank, supplier, three figures, the one that decides: a line on a desk, a card on a phone.
const LINE =
  'lg:grid lg:grid-cols-[36px_minmax(0,1.5fr)_1fr_1.3fr_1fr_minmax(168px,1.2fr)] lg:items-center lg:gap-x-4'

const Origin = ({ bid }: { bid: OpenedBid }) => {
  const { t } = useTranslation('evaluation')
  if (!bid.explanation.length) return null
  return (
    <details className="text-sm lg:ml-[52px]">
      <summary className="w-fit rounded-sm py-1 text-xs font-medium text-ink-2 hover:text-ink max-sm:py-3.5">
        {t('ranking.origin')}
      </summary>
      <ul className="mt-2 grid rounded-md border border-line bg-canvas px-3 py-1">
        {bid.explanation.map((line, i) => (
          <li
            key={i}
            className={cx(
              'flex flex-wrap justify-between gap-x-4 py-1',
              line.depth < 2 && i > 0 && 'border-t border-line',
            )}
            style={{ paddingInlineStart: `${line.depth * 16}px` }}
          >
            <span className={line.depth ? 'text-ink-2' : 'font-medium'}>
              {t(`figures.${line.code.replaceAll('.', '_') as 'combined'}`, {
                defaultValue: line.code,
              })}
              {line.steps?.length ? (
                <span className="ml-2 font-mono text-xs text-ink-3">{line.steps.join(' ; ')}</span>
              ) : null}
            </span>
            <span className="tabular font-medium">{line.shown}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The figure that decides, with its length out of a hundred. */
const Combined = ({ value }: { value: string }) => (
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

const Place = ({ bid, d }: { bid: OpenedBid; d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const first = bid.rank === 1
  const figures = [
    { label: t('ranking.technical'), value: bid.technical },
    {
      label: t('ranking.price'),
      value: bid.price ? formatMoney(bid.price, bid.currency ?? d.currency, i18n.language) : null,
    },
    { label: t('ranking.financial'), value: bid.financial_score },
  ]
  return (
    <li className="grid gap-3 px-4 py-3.5">
      <div className={cx('max-lg:grid max-lg:gap-3', LINE)}>
        <div className="flex items-center gap-3 lg:contents">
          <span
            className={cx(
              'tabular grid size-9 shrink-0 place-items-center rounded-full text-lg font-semibold',
              first ? 'bg-brand text-ink-inverse' : 'bg-sunken text-ink-2',
            )}
          >
            {bid.rank ?? '–'}
          </span>
          <span className="grid min-w-0 justify-items-start gap-1">
            <span className={cx('break-words', first ? 'font-semibold' : 'font-medium')}>
              {bid.supplier_name}
            </span>
            <Badge tone={bid.outcome === 'pass' ? 'ok' : 'bad'}>
              {t(bid.outcome === 'pass' ? 'outcome.pass' : 'outcome.fail')}
            </Badge>
          </span>
        </div>
        <dl className="grid grid-cols-2 gap-3 lg:contents">
          {figures.map((f) => (
            <div key={f.label} className="lg:text-right">
              <dt className="text-xs text-ink-3 lg:sr-only">{f.label}</dt>
              <dd className="tabular font-medium">{f.value ?? t('ranking.sealed')}</dd>
            </div>
          ))}
          <div className="max-lg:col-span-2 lg:text-right">
            <dt className="text-xs text-ink-3 lg:sr-only">{t('ranking.combined')}</dt>
            <dd className="tabular font-medium">
              {bid.combined ? <Combined value={bid.combined} /> : t('ranking.sealed')}
            </dd>
          </div>
        </dl>
      </div>
      <Origin bid={bid} />
    </li>
  )
}

const Heads = () => {
  const { t } = useTranslation('evaluation')
  return (
    <div
      aria-hidden="true"
      className={cx(
        'h-9 rounded-t-lg border-b border-line bg-canvas px-4 text-right text-xs font-medium text-ink-2 max-lg:hidden',
        LINE,
      )}
    >
      <span />
      <span className="text-left">{t('columns.supplier')}</span>
      <span>{t('ranking.technical')}</span>
      <span>{t('ranking.price')}</span>
      <span>{t('ranking.financial')}</span>
      <span>{t('ranking.combined')}</span>
    </div>
  )
}

/** The rules that made the ranking, as they were published. */
const Rules = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  return (
    <Stats
      items={[
        { label: t('bids.title'), value: d.bids.length },
        { label: t('rules.pass'), value: formatPercent(d.pass_mark, i18n.language) },
        { label: t('rules.technical'), value: formatPercent(d.technical_weight, i18n.language) },
        { label: t('rules.financial'), value: formatPercent(d.financial_weight, i18n.language) },
      ]}
    />
  )
}

/** The ranking of a category; every figure opens to where it comes from. */
export default function Ranking() {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  return (
    <EvaluationFrame
      tab="ranking"
      actions={(d) => {
        const letters = href('categoryLetters', { jobId: d.job_id, categoryId: d.category_id })
        return letters && ['evaluated', 'recommended', 'notified', 'awarded'].includes(d.status) ? (
          <LinkButton to={letters} look="primary">
            {t('ranking.letters')}
          </LinkButton>
        ) : null
      }}
    >
      {(d) => {
        const placed = d.bids.filter((b) => b.technical_pass !== undefined)
        const order = [...placed].sort((a, b) => (a.rank ?? 1e6) - (b.rank ?? 1e6))
        return order.length === 0 ? (
          <EmptyState
            icon={<TrophyIcon size={18} />}
            title={t('ranking.noneTitle')}
            body={t('ranking.noneBody')}
          />
        ) : (
          <div className="grid gap-4">
            <Rules d={d} />
            <Card flush>
              <Heads />
              <ol aria-label={t('titles.ranking')} className="divide-y divide-line">
                {order.map((bid) => (
                  <Place key={bid.submission_id} bid={bid} d={d} />
                ))}
              </ol>
            </Card>
            <p className="text-xs text-ink-3">
              {t('rules.ties')}: {t('rules.tieChain')}
            </p>
          </div>
        )
      }}
    </EvaluationFrame>
  )
}
