import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { Card, Facts } from '@zabuni/ui/card'
import { ScrollRegion } from '@zabuni/ui/scroll-region'

const REASONS = [
  'package',
  'party',
  'planning',
  'bid',
  'award',
  'contract',
  'history',
  'translation',
  'empty',
  'wrong_type',
  'not_used',
  'not_kept',
  'currency',
  'no_currency',
  'no_lot',
  'same_lot',
  'number',
  'shortened',
  'period',
] as const

/** Every place of an imported file that the draft does not hold, and why. */
export const Unmapped = ({ places }: { places: readonly Schemas['Unmapped'][] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const why = (code: string, pointer: string) => {
    const reason = REASONS.find((r) => r === code)
    if (reason) return t(`import.reasons.${reason}`)
    return faultText({ code, params: { name: pointer.split('/').at(-1) } }, i18n)
  }
  return (
    <ScrollRegion
      label={t('import.unmapped', { count: places.length })}
      className="max-h-96 border-t border-line"
    >
      <ul className="grid divide-y divide-line">
        {places.map((left) => (
          <li key={left.pointer} className="grid gap-0.5 px-4 py-2 text-sm">
            <span className="font-mono text-xs break-all">{left.pointer || '/'}</span>
            <span className="text-ink-2">{why(left.reason, left.pointer)}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
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
