import { drawnOf } from '@zabuni/activities/drawn'
import { ended } from '@zabuni/activities/status'
import { useCompared } from '@zabuni/activities/ui/compared'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts, Stats } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TrophyIcon } from 'lucide-react'
import { EvaluationFrame } from '../frame.tsx'
import { LowPrices } from '../low-prices.tsx'
import { nextStep } from '../next-step.ts'
import { Heads, Place } from '../places.tsx'
import type { Desk, OpenedBid } from '../queries.ts'
import { RefreshButton } from '../refresh.tsx'
import { NegotiateButton, Rounds } from '../rounds.tsx'
import { Signed } from '../signed.tsx'
import { WithheldNote } from '../withheld.tsx'

const DECIDED = ['evaluated', 'recommended', 'notified', 'awarded', 'complete']

/** The rules that made the ranking, as they were published. */
const Rules = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { figures } = useCompared(d)
  return <Stats items={[{ label: t('bids.title'), value: d.bids.length }, ...figures]} />
}

/** Where a decision chooses item by item: who offered what for each, the best first. */
const Lines = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const items = [...new Map(d.lines.map((line) => [line.item_id, line])).values()]
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">{t('ranking.byItem')}</h2>
      {items.map((item) => (
        <Card key={item.item_id} title={`${item.number} · ${item.description}`} flush>
          <ol className="divide-y divide-line">
            {d.lines
              .filter((line) => line.item_id === item.item_id)
              .map((line) => (
                <li
                  key={line.submission_id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5"
                >
                  <span
                    className={line.rank === 1 && !line.below_reserve ? 'font-semibold' : undefined}
                  >
                    <span className="tabular mr-3 text-ink-2">{line.rank}.</span>
                    {line.supplier_name}
                    {line.below_reserve ? (
                      <span className="ml-3 inline-block">
                        <Badge tone="warn">{t('ranking.belowReserve')}</Badge>
                      </span>
                    ) : null}
                  </span>
                  <span className="tabular font-medium">
                    {formatMoney(line.amount, d.currency, i18n.language)}
                  </span>
                </li>
              ))}
          </ol>
        </Card>
      ))}
    </section>
  )
}

/** The ranking of a category, or the results where nobody has a place; every figure opens to where it comes from. */
export default function Ranking() {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  return (
    <EvaluationFrame
      tab="ranking"
      actions={(d) =>
        DECIDED.includes(d.status) && !d.apart ? (
          <>
            <RefreshButton d={d} />
            {d.policy.steps.includes('negotiation') ? <NegotiateButton d={d} /> : null}
            <LinkButton
              to={href('categoryLetters', { jobId: d.job_id, categoryId: d.category_id })}
              look="primary"
            >
              {t(
                !d.policy.steps.includes('letters')
                  ? 'ranking.decision'
                  : drawnOf(d.policy).ranked
                    ? 'ranking.letters'
                    : 'ranking.result',
              )}
            </LinkButton>
          </>
        ) : null
      }
    >
      {(d) => {
        const { ranked, byLine } = drawnOf(d.policy)
        const placed = d.bids.filter((b) => b.technical_pass !== undefined)
        // Those without a place stand as they were received, who passed before who did not.
        const order = [...placed].sort(
          (a, b) =>
            (a.rank ?? 1e6) - (b.rank ?? 1e6) ||
            Number(b.technical_pass) - Number(a.technical_pass) ||
            a.position - b.position,
        )
        return d.withheld ? (
          <WithheldNote d={d} />
        ) : order.length === 0 ? (
          <EmptyState
            icon={<TrophyIcon size={18} />}
            title={t(ranked ? 'ranking.noneTitle' : 'ranking.noneResults')}
            body={t(ranked ? 'ranking.noneBody' : 'ranking.noneResultsBody')}
          />
        ) : (
          <div className="grid gap-4">
            {ranked && !order.some(({ rank }) => rank) ? <NotYet d={d} /> : null}
            <Rules d={d} />
            {byLine && d.lines.length ? <Lines d={d} /> : null}
            <Card title={byLine ? t('bids.title') : undefined} flush>
              <Heads d={d} />
              <ol
                aria-label={t(ranked ? 'titles.ranking' : 'titles.results')}
                className="divide-y divide-line"
              >
                {order.map((bid) => (
                  <Place key={bid.submission_id} bid={bid} d={d} />
                ))}
              </ol>
            </Card>
            <LowPrices d={d} />
            <Dropped d={d} order={order} />
            {d.policy.steps.includes('negotiation') ? <Rounds d={d} /> : null}
            <Sentences d={d} />
            {DECIDED.includes(d.status) && !d.apart ? <Signed d={d} /> : null}
          </div>
        )
      }}
    </EvaluationFrame>
  )
}

/** Why nobody has a place yet, and where that is ended. */
const NotYet = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { act, waitsForPrices } = nextStep(d)
  const { category_id: categoryId } = d
  if (DECIDED.includes(d.status) || ended(d)) return null
  return (
    <Banner tone="info">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {t('ranking.waits')}{' '}
          {waitsForPrices ? t('steps.openPrices') : act === 'rank' ? t('steps.rankHint') : null}
        </span>
        <LinkButton
          size="sm"
          to={href(waitsForPrices ? 'opening' : 'evaluationInstructions', { categoryId })}
        >
          {t(
            waitsForPrices
              ? 'steps.toOpening'
              : act === 'rank'
                ? 'ranking.toRank'
                : 'ranking.toEvaluation',
          )}
        </LinkButton>
      </span>
    </Banner>
  )
}

/** Where somebody dropped out after the prices were known: the order that counts, with the two that do not. */
const Dropped = ({ d, order }: { d: Desk; order: readonly OpenedBid[] }) => {
  const { t } = useTranslation('evaluation')
  if (!d.bids.some(({ before }) => before)) return null
  const heads = [
    { key: 'supplier', label: t('columns.supplier') },
    ...(['counts', 'before', 'recomputed'] as const).map((key) => ({
      key,
      label: t(`ranking.dropped.${key}`),
      numeric: true,
    })),
  ]
  const place = (rank: number | undefined, score: string | undefined) =>
    rank ? t('ranking.dropped.place', { rank, score: score ?? '' }) : t('ranking.dropped.out')
  return (
    <Card title={t('ranking.dropped.title')} flush>
      <p className="max-w-prose px-4 py-3 text-sm text-ink-2">{t('ranking.dropped.body')}</p>
      <TableFrame caption={t('ranking.dropped.title')} heads={heads}>
        {order
          .filter(({ before }) => before)
          .map((b) => (
            <PlainRow
              key={b.submission_id}
              heads={heads}
              cells={[
                b.supplier_name,
                place(b.rank, b.explanation[0]?.shown),
                place(b.before?.rank, b.before?.score),
                place(b.recomputed?.rank, b.recomputed?.score),
              ]}
            />
          ))}
      </TableFrame>
    </Card>
  )
}

const Sentences = ({ d }: { d: Desk }) => (
  <div className="max-w-prose">
    <Facts items={useCompared(d).sentences} />
  </div>
)
