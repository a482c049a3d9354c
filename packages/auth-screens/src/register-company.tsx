import { data } from '@zabuni/api/client'
import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { api, type Schemas } from '@zabuni/api/supplier'
import { i18n, useTranslation } from '@zabuni/i18n'
import { countryChoices } from '@zabuni/i18n/country'
import { InputField } from '@zabuni/ui/field'
import { SelectField } from '@zabuni/ui/select'
import { useEffect, useState } from 'react'
import { CategoryPicker } from './register-categories.tsx'
import type { Faults, Registration } from './register-rules.ts'

/** What each part of the form is given. */
export type PartProps = {
  draft: Registration
  set: (patch: Partial<Registration>) => void
  faults: Faults
  country: Schemas['Country'] | undefined
}

const useLocations = (country: string) => {
  const [items, setItems] = useState<readonly Schemas['Named'][]>([])
  useEffect(() => {
    setItems([])
    if (!country) return
    const stop = new AbortController()
    const path = { id: country }
    data(api.GET('/core/countries/{id}/locations/', { params: { path }, signal: stop.signal }))
      .then((answer) => setItems(answer.items))
      // A country without its list still takes a typed location.
      .catch(() => setItems([]))
    return () => stop.abort()
  }, [country])
  return items
}

/** Part one: the company. */
export const CompanyPart = ({
  draft,
  set,
  faults,
  country,
  countries,
}: PartProps & { countries: readonly Schemas['Country'][] }) => {
  const { t } = useTranslation('register')
  const locations = useLocations(draft.country)
  const text = (name: Exclude<keyof Registration, 'category_types' | 'agree_terms'>) => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: (e: { target: { value: string } }) => set({ [name]: e.target.value }),
  })
  const choose = i18n.t('form.choose', { ns: 'common' })
  return (
    <>
      <InputField required label={t('name')} autoComplete="organization" {...text('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField required label={t('companyType')} {...text('company_type')}>
          <option value="">{choose}</option>
          {COMPANY_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`types.${type}`)}
            </option>
          ))}
        </SelectField>
        <InputField
          required
          label={country?.tax_label || t('taxId')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...text('tax_id')}
        />
        <SelectField
          required
          label={t('country')}
          {...text('country')}
          onChange={(e) => set({ country: e.target.value, location: '' })}
        >
          <option value="">{choose}</option>
          {countryChoices(countries, i18n.language).map((c) => (
            <option key={c.value} value={c.value}>
              {c.label}
            </option>
          ))}
        </SelectField>
        {locations.length ? (
          <SelectField required label={t('location')} {...text('location')}>
            <option value="">{choose}</option>
            {locations.map((l) => (
              <option key={l.id} value={l.id}>
                {l.name}
              </option>
            ))}
          </SelectField>
        ) : (
          <InputField required label={t('location')} {...text('location')} />
        )}
        <InputField
          required
          label={t('physicalAddress')}
          autoComplete="street-address"
          {...text('physical_address')}
        />
        <InputField label={t('poBox')} {...text('po_box')} />
        <InputField
          required
          label={t('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={t('phoneHint', { example: country?.phone_example || '254701234567' })}
          {...text('phone')}
        />
        <InputField
          label={t('website')}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="url"
          {...text('website')}
        />
      </div>
      <InputField required label={t('contactName')} autoComplete="name" {...text('contact_name')} />
      <CategoryPicker
        chosen={draft.category_types}
        onChange={(category_types) => set({ category_types })}
        error={faults.category_types}
      />
    </>
  )
}
