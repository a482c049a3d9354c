import { drawnOf } from '@zabuni/activities/drawn'
import { useCompared } from '@zabuni/activities/ui/compared'
import { useTranslation } from '@zabuni/i18n'
import { Card, Facts } from '@zabuni/ui/card'
import type { CategoryPreview } from './queries.ts'

/** How bids will be compared, as the buyer laid it down before anybody bid. */
export const Compared = ({ preview }: { preview: CategoryPreview }) => {
  const { t } = useTranslation('activities')
  const { figures, sentences } = useCompared(preview)
  const { shares } = drawnOf(preview.policy)
  const formula = shares ? preview.price_formula : undefined
  return (
    <Card title={t('compared.title')}>
      <Facts items={[...figures, ...sentences]} />
      {formula ? (
        <div className="mt-3 grid gap-0.5 border-t border-line pt-3 text-sm">
          <p className="text-ink-3">{t('compared.formula')}</p>
          <p className="font-medium">{t(`compared.formulas.${formula}.name`)}</p>
          <p className="text-ink-2">{t(`compared.formulas.${formula}.body`)}</p>
        </div>
      ) : null}
    </Card>
  )
}
