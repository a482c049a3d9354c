import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { ComboboxField } from '@zabuni/ui/combobox'
import type { InputField } from '@zabuni/ui/field'
import type { ComponentProps } from 'react'
import type { Activity } from './activity.ts'
import { CpvField } from './cpv-field.tsx'
import { plannedItems, searchPlannedItems } from './queries.ts'

type Chosen = Omit<ComponentProps<typeof ComboboxField>, 'label' | 'hint' | 'search'>
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
  /** Whether the job is of one. */
  had: boolean
  item: Chosen
  code: Input
}) => {
  const { t, i18n } = useTranslation('activities')
  const any = useQuery(plannedItems(activity, buyerId)).data?.items.length
  const search = async (text: string, signal: AbortSignal) =>
    (await searchPlannedItems(activity, buyerId, text, signal)).map((x) => ({
      id: x.id,
      name: t('planned.left', {
        name: `${x.plan_title} (${x.year}) · ${x.number} ${x.title}`,
        amount: formatMoney(x.remaining, x.currency, i18n.language),
      }),
    }))
  return (
    <>
      {had || any ? (
        <ComboboxField
          label={t('planned.label')}
          hint={t('planned.hint')}
          placeholder={t('planned.none')}
          search={search}
          {...item}
        />
      ) : null}
      <CpvField label={t('planned.class')} hint={t('planned.classHint')} {...code} />
    </>
  )
}
