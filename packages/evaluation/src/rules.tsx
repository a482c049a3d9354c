import { drawnOf } from '@zabuni/activities/drawn'
import { useTranslation } from '@zabuni/i18n'
import { formatPercent } from '@zabuni/i18n/format'
import type { Desk } from './queries.ts'

/** The chain that separates equal bids, as one sentence. */
const Ties = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const chain = drawnOf(d.policy)
    .ties.map((tie) => t(`ties.${tie}`))
    .reduce((before, next) => t('ties.then', { before, next }))
  return <span className="inline-block first-letter:uppercase">{chain}</span>
}

/** The rules by which bids are judged and ordered, as they were published: those that the category has. */
export const useRules = (d: Desk) => {
  const { t, i18n } = useTranslation('evaluation')
  const { scored, shares, order, ties } = drawnOf(d.policy)
  const percent = (value: string) => formatPercent(value, i18n.language)
  return {
    figures: [
      ...(scored ? [{ label: t('rules.pass'), value: percent(d.pass_mark) }] : []),
      ...(shares
        ? [
            { label: t('rules.technical'), value: percent(d.technical_weight) },
            { label: t('rules.financial'), value: percent(d.financial_weight) },
          ]
        : []),
    ],
    sentences: [
      { label: t('rules.order'), value: t(`order.${order}`) },
      ...(ties.length ? [{ label: t('rules.ties'), value: <Ties d={d} /> }] : []),
    ],
  }
}
