import { useTranslation } from '@zabuni/i18n'
import { formatMoney, formatPercent } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import type { BaselineEvidence, SavingTotal } from './saving-queries.ts'

type Figures = {
  saved?: string | undefined
  per_cent?: string | undefined
  missing?: BaselineEvidence['missing']
}

/** What was saved, with its share; what was lost is below zero and says so in colour as well. Without a baseline there is nothing. */
export const Saved = ({
  of,
  currency,
  inline = false,
}: {
  of: Figures
  currency: string
  inline?: boolean
}) => {
  const { i18n } = useTranslation()
  if (!of.saved) return <span className="text-ink-3">–</span>
  return (
    <span className={of.saved.startsWith('-') ? 'text-bad' : ''}>
      {formatMoney(of.saved, currency, i18n.language)}
      {of.per_cent ? (
        <span className={inline ? 'ml-2 text-xs' : 'block text-xs'}>
          {formatPercent(of.per_cent, i18n.language)}
        </span>
      ) : null}
    </span>
  )
}

/** A baseline, or that there is none and why. */
export const BaselineText = ({
  of,
  currency,
}: {
  of: Figures & { baseline?: string | undefined }
  currency: string
}) => {
  const { t, i18n } = useTranslation('savings')
  if (of.baseline) return formatMoney(of.baseline, currency, i18n.language)
  return (
    <span className="inline-block py-1 text-ink-2">
      {t('none')}
      {of.missing ? (
        <span className="block text-xs whitespace-normal text-ink-3">
          {t(`missing.${of.missing}`)}
        </span>
      ) : null}
    </span>
  )
}

/** Sums of savings, each of one currency, what was bought apart from what was sold. */
export const Totals = ({ of, title }: { of: readonly SavingTotal[]; title: string }) => {
  const { t, i18n } = useTranslation('savings')
  const heads = [
    { key: 'currency', label: t('columns.currency') },
    { key: 'awards', label: t('columns.compared'), numeric: true },
    { key: 'baseline', label: t('columns.baselines'), numeric: true },
    { key: 'awarded', label: t('columns.awarded'), numeric: true },
    { key: 'saved', label: t('columns.saved'), numeric: true },
  ]
  if (!of.length) return null
  return (
    <Card title={title} flush>
      <TableFrame caption={title} heads={heads}>
        {of.map((sum) => {
          const compared = Number(sum.compared) > 0
          const money = (amount: string) =>
            compared ? formatMoney(amount, sum.currency, i18n.language) : '–'
          return (
            <PlainRow
              key={sum.currency + sum.sold}
              heads={heads}
              cells={[
                <span key="c" className="grid">
                  {sum.currency}
                  <span className="text-xs text-ink-3">{t(sum.sold ? 'sold' : 'bought')}</span>
                </span>,
                t('compared', { part: sum.compared, all: sum.awards }),
                money(sum.baseline),
                money(sum.awarded),
                <Saved key="s" of={compared ? sum : {}} currency={sum.currency} />,
              ]}
            />
          )
        })}
      </TableFrame>
    </Card>
  )
}
