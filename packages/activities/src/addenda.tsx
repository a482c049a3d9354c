import type { Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDecimal, formatMoment } from '@zabuni/i18n/format'
import type { ReactNode } from 'react'

/** A change of what was published. */
export type Addendum = Schemas['Addendum']
type Change = Schemas['AddendumChange']

const Value = ({ change, text }: { change: Change; text: string }) => {
  const { t, i18n } = useTranslation('activities')
  if (!text) return '–'
  if (change.part === 'must_answer')
    return t(text === 'true' ? 'addenda.must' : 'addenda.mayAnswer')
  if (change.part === 'quantity') {
    const number = short(text)
    return formatDecimal(number, i18n.language, number.split('.')[1]?.length ?? 0)
  }
  return text
}

const ITEM = ['description', 'unit', 'quantity', 'item_added', 'item_removed']

const Changed = ({ change }: { change: Change }) => {
  const { t } = useTranslation('activities')
  const item = ITEM.includes(change.part)
  const came = !change.was
  const went = change.part.endsWith('_removed')
  return (
    <li className="grid gap-1 py-2">
      <p className="text-xs font-medium break-words text-ink-2">
        {change.label
          ? t(item ? 'addenda.ofItem' : 'addenda.ofQuestion', { label: change.label })
          : null}{' '}
        {t(`addenda.parts.${change.part}`)}
      </p>
      {came ? null : (
        <p className="max-w-prose break-words whitespace-pre-wrap text-ink-3">
          <span className="sr-only">{t('addenda.was')} </span>
          <del>
            <Value change={change} text={change.was} />
          </del>
        </p>
      )}
      {went ? null : (
        <p className="max-w-prose break-words whitespace-pre-wrap">
          <span className="sr-only">{t('addenda.is')} </span>
          <ins className="no-underline">
            <Value change={change} text={change.now} />
          </ins>
        </p>
      )}
    </li>
  )
}

/** What an addendum says and changes, as everybody reads it. */
export const AddendumText = ({
  of,
  zone,
  children,
}: {
  of: Addendum
  zone: string
  children?: ReactNode
}) => {
  const { t } = useTranslation('activities')
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="font-medium break-words">
        {t('addenda.number', { number: of.number })} · {of.title}
      </p>
      <p className="text-xs text-ink-3">
        {t('addenda.issued', { at: formatMoment(of.issued_at, zone) })}
      </p>
      <p className="max-w-prose break-words whitespace-pre-wrap">{of.text}</p>
      {of.closes_at ? (
        <p className="font-medium">
          {t('addenda.closes', { at: formatMoment(of.closes_at, zone) })}
        </p>
      ) : null}
      <ul className="divide-y divide-line empty:hidden">
        {of.changes.map((change) => (
          <Changed key={`${change.object_id ?? ''}${change.part}`} change={change} />
        ))}
      </ul>
      {children}
    </div>
  )
}
