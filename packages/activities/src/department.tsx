import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import type { Filter } from '@zabuni/ui/filters'
import { SelectField } from '@zabuni/ui/select'
import type { ComponentProps } from 'react'
import { departments } from './queries.ts'

type Field = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'>

/** For whose needs a job is: the active departments and the one that it has; nothing where the company has none. */
export const DepartmentField = ({
  buyerId,
  had,
  ...field
}: Field & { buyerId: string | undefined; had: string | undefined }) => {
  const { t } = useTranslation('activities')
  const found = useQuery(departments(buyerId)).data?.items ?? []
  const offered = found.filter((d) => d.active || d.id === had)
  if (!offered.length) return null
  return (
    <SelectField label={t('department.label')} hint={t('department.hint')} {...field}>
      <option value="">{t('department.none')}</option>
      {offered.map((d) => (
        <option key={d.id} value={d.id}>
          {d.active
            ? `${d.name} · ${d.branch}`
            : t('department.former', { name: `${d.name} · ${d.branch}` })}
        </option>
      ))}
    </SelectField>
  )
}

/**
 * Narrows a list by department: no filter where the company has none, and none by a department that it does not have;
 * undefined until that is known.
 */
export const useDepartmentFilter = (
  buyerId: string | undefined,
  asked: string,
): { filters: Filter[]; department: string[] | undefined } => {
  const { t } = useTranslation('activities')
  const query = useQuery(departments(buyerId))
  const found = query.data?.items ?? []
  const options = found.map((d) => {
    const name = `${d.name} · ${d.branch}`
    return { value: d.id, label: d.active ? name : t('department.former', { name }) }
  })
  return {
    filters: found.length ? [{ key: 'department', label: t('department.label'), options }] : [],
    department:
      asked && query.isPending ? undefined : found.map((d) => d.id).filter((id) => id === asked),
  }
}
