import { useQuery } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { SelectField } from '@zabuni/ui/select'
import type { ComponentProps } from 'react'

/** A county or region of a country. */
export const LocationField = ({
  country,
  ...field
}: { country: string } & Omit<ComponentProps<typeof SelectField>, 'children'>) => {
  const { t } = useTranslation()
  const { data: list } = useQuery({
    queryKey: keys.places(country),
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/core/countries/{id}/locations/', { params: { path: { id: country } }, signal }),
        )
      ).items,
    enabled: !!country,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <SelectField {...field}>
      <option value="">{t('form.choose')}</option>
      {list?.map((l) => (
        <option key={l.id} value={String(l.id)}>
          {l.name}
        </option>
      ))}
    </SelectField>
  )
}
