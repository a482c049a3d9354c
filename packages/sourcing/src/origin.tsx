import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { Card, Facts } from '@zabuni/ui/card'
import { ScrollRegion } from '@zabuni/ui/scroll-region'
import { type Left, leftOut, type Place, reasonOf } from './unmapped.ts'

const Pointers = ({ label, places }: { label: string; places: readonly Place[] }) => (
  <details className="group">
    <summary className="flex cursor-pointer items-baseline justify-between gap-3 px-4 py-2.5 text-sm max-sm:py-3">
      <span>{label}</span>
      <span className="shrink-0 text-ink-2 tabular-nums">{places.length}</span>
    </summary>
    <ScrollRegion label={label} className="max-h-72 border-t border-line bg-canvas">
      <ul className="grid gap-1 px-4 py-2">
        {places.map(({ pointer }) => (
          <li key={pointer} className="font-mono text-xs break-all text-ink-2">
            {pointer || '/'}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  </details>
)

/** What of an imported file the draft does not hold: counted by its reason, each with its places in the file. */
export const Unmapped = ({ places }: { places: readonly Place[] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const { groups, history } = leftOut(places)
  const why = ({ reason, places }: Left) => {
    const known = reasonOf(reason)
    if (known) return t(`import.reasons.${known}`)
    const names = new Set(places.map((p) => p.pointer.split('/').at(-1)))
    return faultText({ code: reason, params: { name: [...names].join(', ') } }, i18n)
  }
  return (
    <div className="grid divide-y divide-line border-t border-line">
      {groups.map((left) => (
        <Pointers key={left.reason} label={why(left)} places={left.places} />
      ))}
      {history.length ? <Pointers label={t('import.reasons.history')} places={history} /> : null}
    </div>
  )
}

/** Which file a job was drafted from, and what of it found no place here. */
export const JobOrigin = ({ from, zone }: { from: Schemas['ImportNote']; zone: string }) => {
  const { t } = useTranslation('sourcing')
  return (
    <Card title={t('import.origin')} flush>
      <div className="px-4 py-3">
        <Facts
          items={[
            { label: t('import.file'), value: from.file_name || '–' },
            ...(from.ocid ? [{ label: 'OCID', value: from.ocid }] : []),
            { label: t('import.at'), value: formatMoment(from.at, zone) },
            {
              label: 'SHA-256',
              value: <span className="font-mono text-xs break-all">{from.sha256}</span>,
            },
          ]}
        />
      </div>
      {from.unmapped.length ? (
        <details>
          <summary className="px-4 pb-3 text-sm font-medium">
            {t('import.unmapped', { count: from.unmapped.length })}
          </summary>
          <Unmapped places={from.unmapped} />
        </details>
      ) : null}
    </Card>
  )
}
