import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { day } from '../parts.tsx'
import type { Contract } from '../queries.ts'

/** What is agreed on beside the text. */
export const Terms = ({ c }: { c: Contract }) => {
  const { t, i18n } = useTranslation('contracts')
  return (
    <Card title={t('view.terms')}>
      <Facts
        items={[
          { label: t('columns.number'), value: c.number },
          {
            label: t('columns.value'),
            value: formatMoney(c.value, c.currency, i18n.language),
          },
          { label: t('form.date'), value: day(c.contract_date) },
          { label: t('columns.starts'), value: day(c.starts_on) },
          { label: t('columns.ends'), value: day(c.ends_on) },
          { label: t('form.description'), value: c.description || '–' },
          { label: t('library.language'), value: LANGUAGES[c.language] },
          { label: t('making.category'), value: c.contract_category_name || '–' },
          { label: t('making.origin'), value: t(`origins.${c.origin}`) },
        ]}
      />
    </Card>
  )
}
