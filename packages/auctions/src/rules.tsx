import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatMoment, formatPercent } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { useMoney } from './parts.tsx'
import type { Rules } from './queries.ts'

/** Rules as they are, or as they are being written. */
type Said = Omit<Rules, 'hard_end'> & { hard_end?: string }

/** What an auction's price does: it falls or rises. */
export type Best = 'lowest' | 'highest'

/** The direction of a policy; an auction has one. */
export const bestOf = (direction: string): Best => (direction === 'highest' ? 'highest' : 'lowest')

const minutes = (seconds: number) => short(String(Math.round((seconds / 60) * 100) / 100))

/** The rules of an auction in sentences, as all who take part read them. */
const useRuleSentences = (r: Said, best: Best, currency: string, zone: string) => {
  const { t, i18n } = useTranslation('auctions')
  const money = useMoney(currency)
  const percent = (value: string) => formatPercent(short(value), i18n.language)
  const step = r.step_amount
    ? money(r.step_amount)
    : r.step_percent
      ? percent(r.step_percent)
      : undefined
  const moment = (at: string) => (at ? formatMoment(at, zone) : '–')
  const moved = {
    count: Number(minutes(r.window_seconds)),
    extend: minutes(r.extend_seconds),
    rank: r.trigger_rank ?? 1,
  }
  return [
    t('rule.time', { starts: moment(r.starts_at), ends: moment(r.ends_at) }),
    ...(r.start_price ? [t(`rule.start.${best}`, { price: money(r.start_price) })] : []),
    ...(r.reserve_commitment ? [t('rule.reserve')] : []),
    ...(r.show_reserve_met ? [t('rule.reserveMet')] : []),
    ...(step ? [t(`rule.step.${best}.${r.improves}`, { step })] : []),
    ...(r.window_seconds
      ? [
          t(`rule.window.${r.extend_on}`, moved),
          t(`rule.moves.${r.extend_from}`, moved),
          ...(r.hard_end ? [t('rule.hardEnd', { at: moment(r.hard_end) })] : []),
          ...(r.max_extensions ? [t('rule.most', { count: r.max_extensions })] : []),
        ]
      : [t('rule.firm')]),
    t(`rule.visibility.${r.visibility}`),
    ...(r.show_bidders ? [t('rule.bidders')] : []),
    ...(Number(r.jump_percent) > 0 ? [t('rule.jump', { percent: percent(r.jump_percent) })] : []),
  ]
}

/** Those sentences on a sheet. */
export const RulesCard = ({
  rules,
  best,
  currency,
  zone,
}: {
  rules: Said
  best: Best
  currency: string
  zone: string
}) => {
  const { t } = useTranslation('auctions')
  const sentences = useRuleSentences(rules, best, currency, zone)
  return (
    <Card title={t('rule.title')}>
      <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}
