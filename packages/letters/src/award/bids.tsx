import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import { Link } from 'react-router'
import type { Bid, Standing } from '../queries.ts'

/** Whether a bid may be recommended; the server's rule says the same. */
const eligible = (bid: Bid): boolean =>
  bid.pass && bid.rank !== undefined && bid.price !== undefined

/** Who would get the award letter now: the one decided on, else recommended, else ranked first. */
const winnerOf = (s: Standing): string | undefined =>
  s.award?.submission_id ??
  s.recommendation?.submission_id ??
  s.bids.find((b) => b.rank === 1)?.submission_id

const Name = ({ bid }: { bid: Bid }) => (
  <>
    <span
      className={cx(
        'tabular grid size-8 shrink-0 place-items-center rounded-full font-semibold',
        bid.rank === 1 ? 'bg-brand text-ink-inverse' : 'bg-sunken text-ink-2',
      )}
    >
      {bid.rank ?? '–'}
    </span>
    <span className="font-medium break-words">{bid.supplier_name}</span>
  </>
)

const Row = ({
  bid,
  standing,
  chosen,
  onChoose,
}: {
  bid: Bid
  standing: Standing
  chosen: boolean
  onChoose: ((id: string) => void) | undefined
}) => {
  const { t, i18n } = useTranslation('letters')
  const { href } = useHere()
  const ids = {
    jobId: standing.job_id,
    categoryId: standing.category_id,
    supplierId: bid.supplier_id,
  }
  const number = (value: string | undefined) => (value ? formatDecimal(value, i18n.language) : '–')
  const figures = [
    { label: t('bids.technical'), value: number(bid.technical) },
    ...(standing.one_winner
      ? [
          { label: t('bids.financial'), value: number(bid.financial) },
          { label: t('bids.combined'), value: number(bid.combined) },
          {
            label: t('bids.price'),
            value: bid.price ? formatMoney(bid.price, standing.currency, i18n.language) : '–',
          },
        ]
      : []),
  ]
  const previews = standing.has_letters
    ? [
        ...(eligible(bid) || (!standing.one_winner && bid.pass)
          ? [{ to: href('previewAward', ids), label: t('actions.previewAward') }]
          : []),
        ...(bid.submission_id === winnerOf(standing)
          ? []
          : [{ to: href('previewRegret', ids), label: t('actions.previewRegret') }]),
      ]
    : []
  return (
    <li
      className={cx('grid gap-3 px-4 py-4', chosen && 'bg-brand-soft')}
      aria-current={chosen ? 'true' : undefined}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        {onChoose ? (
          <label className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="submission_id"
              value={bid.submission_id}
              checked={chosen}
              disabled={!eligible(bid)}
              onChange={() => onChoose(bid.submission_id)}
              className="size-4 accent-brand"
            />
            <Name bid={bid} />
          </label>
        ) : (
          <span className="flex min-h-9 items-center gap-3">
            <Name bid={bid} />
          </span>
        )}
        <Badge tone={bid.pass ? 'ok' : 'bad'}>{t(bid.pass ? 'bids.pass' : 'bids.fail')}</Badge>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map((f) => (
          <div key={f.label}>
            <dt className="text-xs text-ink-3">{f.label}</dt>
            <dd className="tabular font-medium">{f.value}</dd>
          </div>
        ))}
      </dl>
      {previews.length ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {previews.map((p) =>
            p.to ? (
              <Link
                key={p.label}
                to={p.to}
                className="rounded-sm text-brand underline-offset-2 hover:underline"
              >
                {p.label}
                <span className="sr-only"> {bid.supplier_name}</span>
              </Link>
            ) : null,
          )}
        </p>
      ) : null}
    </li>
  )
}

/** The evaluated bids in the order of their rank, with a choice while one may be made. */
export const Bids = ({
  standing,
  chosen,
  onChoose,
}: {
  standing: Standing
  chosen: string | undefined
  onChoose?: ((id: string) => void) | undefined
}) => {
  const { t } = useTranslation('letters')
  return (
    <Card title={t('bids.title')} flush>
      <ol className="divide-y divide-line">
        {standing.bids.map((bid) => (
          <Row
            key={bid.submission_id}
            bid={bid}
            standing={standing}
            chosen={standing.one_winner ? chosen === bid.submission_id : bid.pass && !!chosen}
            onChoose={standing.one_winner ? onChoose : undefined}
          />
        ))}
      </ol>
    </Card>
  )
}
