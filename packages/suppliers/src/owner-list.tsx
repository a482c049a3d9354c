import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { short } from '@zabuni/i18n/decimal'
import type { Owner } from './queries.ts'

const SEGMENTS = ['women', 'youth', 'disability'] as const

/** Directors and shareholders as they stand. */
export const OwnerList = ({ owners }: { owners: readonly Owner[] }) => {
  const { t, i18n } = useTranslation('suppliers')
  if (!owners.length) return <p className="text-sm text-ink-2">{t('owners.none')}</p>
  return (
    <ul className="grid divide-y divide-line text-sm">
      {owners.map((o) => (
        <li key={o.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span className="grid">
            <span className="font-medium">{o.name}</span>
            <span className="text-xs text-ink-2">
              {[
                t(o.kind === 'person' ? 'owners.person' : 'owners.organisation'),
                o.director ? t('owners.director') : '',
                countryName(o.nationality ?? '', i18n.language),
                o.identity,
                ...SEGMENTS.filter((s) => o[s]).map((s) => t(`segment.${s}`)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <span className="tabular font-medium">{o.share ? `${short(o.share)}%` : '–'}</span>
        </li>
      ))}
    </ul>
  )
}
