import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { MailIcon } from 'lucide-react'
import { type Bid, resultQuery } from './queries.ts'

/** States of a category in which its letters are out. */
const TOLD = ['notified', 'awarded', 'complete', 'unsuccessful']

const tones = { winner: 'ok', qualified: 'info', regret: 'neutral' } as const

/** How the bid came out, once its letters are issued; before that there is nothing to say. */
export const ResultCard = ({ bid }: { bid: Bid }) => {
  const { t, i18n } = useTranslation('bidding')
  const { data: result } = useQuery({
    ...resultQuery(bid.id),
    enabled: bid.receipts.length > 0 && TOLD.includes(bid.category_status),
  })
  if (!result) return null
  const points = (value: string) => formatDecimal(value, i18n.language, 2)
  const money = (value: string) => formatMoney(value, result.currency, i18n.language)
  const facts = [
    result.rank
      ? { label: t('result.rank'), value: t('result.of', { rank: result.rank, bids: result.bids }) }
      : null,
    result.technical ? { label: t('result.technical'), value: points(result.technical) } : null,
    result.price ? { label: t('result.price'), value: money(result.price) } : null,
    result.combined ? { label: t('result.combined'), value: points(result.combined) } : null,
    result.winner ? { label: t('result.winner'), value: result.winner } : null,
    result.award_amount ? { label: t('result.amount'), value: money(result.award_amount) } : null,
    // A decision that takes effect at once has none.
    result.standstill_ends !== result.decided_at
      ? { label: t('result.standstill'), value: formatMoment(result.standstill_ends, bid.timezone) }
      : null,
    result.items.length
      ? {
          label: t('result.items'),
          value: (
            <ul className="grid gap-1">
              {result.items.map(({ number, description, amount }) => (
                <li key={number}>
                  {number} {description} · <span className="tabular">{money(amount)}</span>
                </li>
              ))}
            </ul>
          ),
        }
      : null,
  ].filter((fact) => fact !== null)
  return (
    <div className="mb-4">
      <Card
        title={t('result.title')}
        actions={
          <Badge tone={tones[result.outcome]}>{t(`result.outcome.${result.outcome}`)}</Badge>
        }
        {...(result.letter_id
          ? {
              footer: (
                <LinkButton
                  look="primary"
                  to={`/supplier/dashbard/letters/${result.letter_id}`}
                  icon={<MailIcon aria-hidden="true" size={15} />}
                >
                  {t('result.letter')}
                </LinkButton>
              ),
            }
          : {})}
      >
        <Facts items={facts} />
      </Card>
    </div>
  )
}
