import { useTranslation } from '@zabuni/i18n'
import { formatPercent } from '@zabuni/i18n/format'
import { drawnOf, type Policy } from './drawn.ts'

/** What the author of a category laid down about its comparison. */
type Rules = {
  policy: Policy
  pass_mark: string
  technical_weight: string
  financial_weight: string
}

/** The chain that separates equal bids, as one sentence. */
const Ties = ({ of }: { of: Policy }) => {
  const { t } = useTranslation('activities')
  const chain = drawnOf(of)
    .ties.map((tie) => t(`compared.ties.${tie}`))
    .reduce((before, next) => t('compared.ties.then', { before, next }))
  return <span className="inline-block first-letter:uppercase">{chain}</span>
}

/** The rules by which bids are judged and ordered, as they were published: those that the category has. */
export const useCompared = (of: Rules) => {
  const { t, i18n } = useTranslation('activities')
  const { scored, shares, order, ties } = drawnOf(of.policy)
  const percent = (value: string) => formatPercent(value, i18n.language)
  return {
    figures: [
      ...(scored ? [{ label: t('compared.pass'), value: percent(of.pass_mark) }] : []),
      ...(shares
        ? [
            { label: t('compared.technical'), value: percent(of.technical_weight) },
            { label: t('compared.financial'), value: percent(of.financial_weight) },
          ]
        : []),
    ],
    sentences: [
      { label: t('compared.ordered'), value: t(`compared.order.${order}`) },
      ...(ties.length ? [{ label: t('compared.tieChain'), value: <Ties of={of.policy} /> }] : []),
    ],
  }
}
