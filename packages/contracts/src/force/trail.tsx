import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import type { Kept } from './queries.ts'

/** What was done with a contract, the last first. */
export const Trail = ({ of }: { of: Kept }) => {
  const { t } = useTranslation(['inforce', 'contracts'])
  return (
    <Card title={t('trail.title')}>
      <ol className="grid gap-3 text-sm">
        {of.trail.map((h) => (
          <li key={h.at + h.action} className="grid gap-0.5 border-l-2 border-line pl-3">
            <span className="font-medium wrap-anywhere">
              {t(`trail.acts.${h.action}` as 'trail.acts.created', {
                defaultValue: h.status ? t(`contracts:status.${h.status}`) : h.action,
              })}
            </span>
            <span className="text-xs text-ink-2">
              {t('trail.by', { name: h.by, at: formatMoment(h.at, of.contract.timezone) })}
            </span>
            {h.reason ? <span className="wrap-anywhere">{h.reason}</span> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}
