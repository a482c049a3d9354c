import { drawnOf, type Figure } from '@zabuni/activities/drawn'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { cx } from '@zabuni/ui/cx'
import { Link } from 'react-router'
import type { Bid, Standing } from '../queries.ts'
import { eligible } from './outcome.ts'

/** Who would get the award letter now: who is decided on, else recommended, else ranked first. */
const winners = (s: Standing): readonly (string | undefined)[] =>
  (s.award?.lines ?? s.recommendation?.lines)?.map((l) => l.submission_id) ??
  s.bids.filter((b) => b.rank === 1).map((b) => b.submission_id)

/** Whom an award letter is for: whoever may still get it, and once it is decided who got it. */
const mayGet = (s: Standing, bid: Bid) =>
  s.award ? winners(s).includes(bid.submission_id) : eligible(bid)

const Name = ({ bid, ranked }: { bid: Bid; ranked: boolean }) => (
  <>
    {ranked ? (
      <span
        className={cx(
          'tabular grid size-8 shrink-0 place-items-center rounded-full font-semibold',
          bid.rank === 1 ? 'bg-brand text-ink-inverse' : 'bg-sunken text-ink-2',
        )}
      >
        {bid.rank ?? '–'}
      </span>
    ) : null}
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
  const { selects } = standing.policy
  const { figures, ranked } = drawnOf(standing.policy)
  const shown: Record<Figure, string> = {
    technical: number(bid.technical),
    price: bid.price ? formatMoney(bid.price, standing.currency, i18n.language) : '–',
    financial: number(bid.financial),
    combined: number(bid.combined),
  }
  const previews = standing.policy.steps.includes('letters')
    ? [
        ...((selects === 'one' ? mayGet(standing, bid) : bid.pass)
          ? [{ to: href('previewAward', ids), label: t('actions.previewAward') }]
          : []),
        ...((selects === 'all' ? bid.pass : winners(standing).includes(bid.submission_id))
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
            <Name bid={bid} ranked={ranked} />
          </label>
        ) : (
          <span className="flex min-h-9 items-center gap-3">
            <Name bid={bid} ranked={ranked} />
          </span>
        )}
        <Badge tone={bid.pass ? 'ok' : 'bad'}>{t(bid.pass ? 'bids.pass' : 'bids.fail')}</Badge>
      </div>
      {figures.length ? (
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {figures.map((name) => (
            <div key={name}>
              <dt className="text-xs text-ink-3">{t(`bids.${name}`)}</dt>
              <dd className="tabular font-medium">{shown[name]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
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

/** The evaluated bids in the order of their rank, with a choice where one may be made. */
export const Bids = ({
  standing,
  chosen,
  onChoose,
}: {
  standing: Standing
  /** The bids that get something by what is chosen. */
  chosen: readonly string[]
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
            chosen={chosen.includes(bid.submission_id)}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </Card>
  )
}
