import { to } from '@zabuni/activities/address'
import { drawnOf } from '@zabuni/activities/drawn'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatPercent } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { ProgressBar } from '@zabuni/ui/progress'
import { UNSCORED } from './gaps.ts'
import type { Desk, OpenedBid } from './queries.ts'

/** How far I am with one bid. */
const Progress = ({ bid, total }: { bid: OpenedBid; total: number }) => {
  const { t } = useTranslation('evaluation')
  const label = t('marks.progress', { done: bid.scored, total })
  return (
    <span className="grid w-40 gap-1 max-sm:w-full">
      <span className={bid.scored < total ? 'text-sm text-ink-2' : 'text-sm text-ok'}>{label}</span>
      <ProgressBar label={`${bid.supplier_name}: ${label}`} percent={(100 * bid.scored) / total} />
    </span>
  )
}

/** The bids of a category: what came of each, and how far I am with scoring it. */
export const Bids = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation('evaluation')
  const { href } = useHere()
  const { scored } = drawnOf(d.policy)
  const may = scored && d.my_interest === 'none'
  const { category_id: categoryId, to_score: total } = d
  return (
    <Card
      title={t('bids.title')}
      actions={
        may ? (
          <LinkButton to={href('scoreQuestions', { categoryId })} size="sm">
            {t('bids.byQuestion')}
          </LinkButton>
        ) : null
      }
      flush
    >
      <ul className="divide-y divide-line">
        {d.bids.map((b) => {
          const sheet = href('conductEvaluation', { categoryId, participantId: b.submission_id })
          const missing = !d.my_final && b.scored < total
          return (
            <li
              key={b.submission_id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2"
            >
              <span className="grid min-w-0">
                <span className="font-medium break-words">{b.supplier_name}</span>
                <span className="text-sm text-ink-2">
                  {t('bids.position', { position: b.position })}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-end">
                {may && total && b.technical_pass === undefined ? (
                  <Progress bid={b} total={total} />
                ) : null}
                {b.technical_pass === undefined ? null : (
                  <Badge tone={b.technical_pass ? 'ok' : 'bad'}>
                    {scored && b.technical
                      ? `${formatPercent(b.technical, i18n.language)} · `
                      : null}
                    {t(b.technical_pass ? 'outcome.pass' : 'outcome.fail')}
                  </Badge>
                )}
                {may ? (
                  <LinkButton to={missing ? to(sheet, { hash: UNSCORED }) : sheet} size="sm">
                    {t(d.my_final ? 'bids.view' : 'bids.score')}
                  </LinkButton>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
