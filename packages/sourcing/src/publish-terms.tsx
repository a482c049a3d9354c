import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { isZero } from '@zabuni/i18n/decimal'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'

const SHOWN = 8

/** What becomes public and cannot be changed afterwards: when each category opens and closes, what it costs, and for whom. */
export const PublishTerms = ({
  lead,
  categories,
  zone,
}: {
  lead: string
  categories: readonly Pick<
    Schemas['Category'],
    'id' | 'number' | 'name' | 'opens_at' | 'closes_at' | 'bid_fee' | 'currency' | 'invited_only'
  >[]
  zone: string
}) => {
  const { t, i18n } = useTranslation('sourcing')
  return (
    <span className="grid gap-3">
      <span>{lead}</span>
      {categories.slice(0, SHOWN).map((c) => (
        <span
          key={c.id}
          className="grid gap-x-4 gap-y-0.5 rounded-md border border-line bg-canvas px-3 py-2 text-ink sm:grid-cols-[96px_minmax(0,1fr)]"
        >
          <b className="font-semibold break-words sm:col-span-2">
            {c.number} · {c.name}
          </b>
          {(
            [
              ['opens', formatMoment(c.opens_at, zone)],
              ['closes', formatMoment(c.closes_at, zone)],
              [
                'bidFee',
                isZero(c.bid_fee)
                  ? t('category.noFee')
                  : formatMoney(c.bid_fee, c.currency, i18n.language),
              ],
            ] as const
          ).map(([label, value]) => (
            <span key={label} className="contents">
              <span className="text-ink-3">{t(`categoryForm.${label}`)}</span>
              <span className="tabular">{value}</span>
            </span>
          ))}
          {c.invited_only ? (
            <span className="text-ink-2 sm:col-span-2">{t('category.invitedOnly')}</span>
          ) : null}
        </span>
      ))}
      {categories.length > SHOWN ? (
        <span>{t('publish.more', { count: categories.length - SHOWN })}</span>
      ) : null}
    </span>
  )
}
