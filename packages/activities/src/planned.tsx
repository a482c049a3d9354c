import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { InputField } from '@zabuni/ui/field'
import { SelectField } from '@zabuni/ui/select'
import type { ComponentProps } from 'react'
import type { Activity } from './activity.ts'
import { plannedItems } from './queries.ts'

type Select = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'>
type Input = Omit<ComponentProps<typeof InputField>, 'label' | 'hint'>

/**
 * Of which item of a plan of procurement a job is, and what it buys; the first is asked where there are such items, or
 * where the job has one.
 */
export const PlannedFields = ({
  activity,
  buyerId,
  had,
  item,
  code,
}: {
  activity: Activity
  buyerId: string | undefined
  had: { id: string; name: string } | undefined
  item: Select
  code: Input
}) => {
  const { t, i18n } = useTranslation('activities')
  const found = useQuery(plannedItems(activity, buyerId)).data?.items ?? []
  const others = found.filter((x) => x.id !== had?.id)
  return (
    <>
      {had || others.length ? (
        <SelectField label={t('planned.label')} hint={t('planned.hint')} {...item}>
          <option value="">{t('planned.none')}</option>
          {had ? <option value={had.id}>{had.name}</option> : null}
          {others.map((x) => (
            <option key={x.id} value={x.id}>
              {t('planned.left', {
                name: `${x.year} · ${x.number} ${x.title}`,
                amount: formatMoney(x.remaining, x.currency, i18n.language),
              })}
            </option>
          ))}
        </SelectField>
      ) : null}
      <InputField
        label={t('planned.class')}
        hint={t('planned.classHint')}
        maxLength={40}
        {...code}
      />
    </>
  )
}
