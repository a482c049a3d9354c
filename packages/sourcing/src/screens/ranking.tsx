import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { TrophyIcon } from 'lucide-react'
import { EvaluationFrame } from '../evaluation/frame.tsx'
import type { Desk, OpenedBid } from '../evaluation/queries.ts'
import { useActivity } from '../use-activity.tsx'

const Origin = ({ bid }: { bid: OpenedBid }) => {
  const { t } = useTranslation('evaluation')
  if (!bid.explanation.length) return null
  return (
    <details className="rounded-md bg-sunken px-3 py-2 text-sm">
      <summary className="cursor-pointer font-medium">{t('ranking.origin')}</summary>
      <ul className="mt-2 grid gap-1">
        {bid.explanation.map((line, i) => (
          <li
            key={i}
            className="flex flex-wrap justify-between gap-x-4"
            style={{ paddingInlineStart: `${line.depth * 16}px` }}
          >
            <span className="text-ink-2">
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

const Place = ({ bid, d }: { bid: OpenedBid; d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const figures = [
    { label: t('ranking.technical'), value: bid.technical },
    {
      label: t('ranking.price'),
      value: bid.price ? formatMoney(bid.price, bid.currency ?? d.currency, i18n.language) : null,
    },
    { label: t('ranking.financial'), value: bid.financial_score },
    { label: t('ranking.combined'), value: bid.combined },
  ]
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-3">
          <span className="tabular grid size-9 place-items-center rounded-full bg-sunken text-lg font-semibold">
            {bid.rank ?? '–'}
          </span>
          <span className="font-medium">{bid.supplier_name}</span>
        </span>
        <Badge tone={bid.outcome === 'pass' ? 'ok' : 'bad'}>
          {t(bid.outcome === 'pass' ? 'outcome.pass' : 'outcome.fail')}
        </Badge>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map((f) => (
          <div key={f.label}>
            <dt className="text-xs text-ink-3">{f.label}</dt>
            <dd className="tabular font-medium">{f.value ?? t('ranking.sealed')}</dd>
          </div>
        ))}
      </dl>
      <Origin bid={bid} />
    </li>
  )
}

/** The ranking of a category; every figure opens to where it comes from. */
export default function Ranking() {
  const { t } = useTranslation('evaluation')
  const { href } = useActivity()
  return (
    <EvaluationFrame
      tab="ranking"
      actions={(d) => {
        const letters = href('letters', { jobId: d.job_id, categoryId: d.category_id })
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
          <Card title={t('titles.ranking')} flush>
            <ol className="divide-y divide-line">
              {order.map((bid) => (
                <Place key={bid.submission_id} bid={bid} d={d} />
              ))}
            </ol>
          </Card>
        )
      }}
    </EvaluationFrame>
  )
}
