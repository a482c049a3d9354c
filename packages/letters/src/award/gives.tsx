import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import type { Standing } from '../queries.ts'
import { itemsOf, kindOf, sharesOf } from './outcome.ts'

/** Who gets what, how much of it, and what stays over; in spans, so that a question may hold it. */
export const Gives = ({
  standing,
  lines,
}: {
  standing: Standing
  lines: Parameters<typeof sharesOf>[1]
}) => {
  const { t, i18n } = useTranslation('letters')
  const kind = kindOf(standing)
  const shares = sharesOf(standing, lines)
  const left = kind === 'line' ? itemsOf(standing).length - lines.length : 0
  if (!shares.length) return <span>{t('gives.nobody')}</span>
  return (
    <span className="grid gap-2">
      {shares.map((share) => (
        <span key={share.submission} className="grid gap-0.5">
          <span className="flex flex-wrap justify-between gap-x-4 font-medium text-ink">
            <span className="break-words">{share.name}</span>
            {share.amount ? (
              <span className="tabular">
                {formatMoney(share.amount, standing.currency, i18n.language)}
              </span>
            ) : null}
          </span>
          {share.items.length ? (
            <span className="text-xs text-ink-2">
              {t('gives.items', { count: share.items.length })}:{' '}
              {share.items.map((o) => `${o.number} ${o.description}`).join(', ')}
            </span>
          ) : null}
        </span>
      ))}
      {left > 0 ? <span className="text-warn">{t('gives.left', { count: left })}</span> : null}
    </span>
  )
}
