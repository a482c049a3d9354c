import { useQuery } from '@tanstack/react-query'
import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { countries } from '@zabuni/api/countries'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices } from '@zabuni/i18n/country'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { SelectField } from '@zabuni/ui/select'
import { Logo } from '../parts.tsx'
import type { Change, Profile } from '../queries.ts'
import { locations } from '../queries.ts'
import { FilePick } from './file-pick.tsx'
import { PartFrame, type PartProps, usePart } from './frame.tsx'

/** The named fields that a person has changed, and no others: what somebody else changed stays theirs. */
const changed = <V extends object>(typed: V, dirty: Partial<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => dirty[name]))

const company = (p: Profile) => ({
  name: p.name,
  company_type: p.company_type,
  tax_id: p.tax_id,
  contact_name: p.contact_name,
  website: p.website,
  logo: p.logo ?? '',
})

/** Who the company is. */
export const CompanyPart = (props: PartProps) => {
  const { t } = useTranslation(['suppliers', 'register'])
  const { profile } = props
  const part = usePart({
    ...props,
    part: 'company',
    values: company,
    change: ({ logo, ...typed }, { logo: newLogo, ...dirty }): Change => ({
      ...changed(typed, dirty),
      ...(newLogo ? (logo ? { logo } : { no_logo: true }) : {}),
    }),
  })
  const { form } = part
  const logo = form.watch('logo')
  const set = (id: string) => form.setValue('logo', id, { shouldDirty: true })
  return (
    <PartFrame title={t('parts.company')} part={part}>
      <div className="grid gap-5">
        <InputField
          required
          label={t('register:name')}
          autoComplete="organization"
          {...form.field('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField required label={t('register:companyType')} {...form.field('company_type')}>
            {COMPANY_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`register:types.${type}`)}
              </option>
            ))}
          </SelectField>
          <InputField
            required
            label={profile.tax_label || t('register:taxId')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('tax_id')}
          />
          <InputField
            label={t('register:contactName')}
            autoComplete="name"
            {...form.field('contact_name')}
          />
          <InputField
            label={t('register:website')}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="url"
            {...form.field('website')}
          />
        </div>
        <div className="flex items-start gap-4 max-sm:flex-col">
          {logo ? <Logo profile={{ ...profile, logo }} /> : null}
          <div className="grid flex-1 gap-2 max-sm:w-full">
            <FilePick
              company={profile.id}
              kind="logo"
              label={t('company.logo')}
              hint={t('company.logoHint')}
              types={['png', 'jpg', 'jpeg']}
              maxBytes={2 << 20}
              value={logo === (profile.logo ?? '') ? '' : logo}
              error={form.field('logo').error}
              onChange={(id) => set(id || (profile.logo ?? ''))}
              wait={form.wait}
            />
            {logo ? (
              <Button size="sm" look="ghost" className="justify-self-start" onClick={() => set('')}>
                {t('company.removeLogo')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    </PartFrame>
  )
}

const addresses = (p: Profile) => ({
  country: p.country,
  location: p.location ?? '',
  physical_address: p.physical_address,
  po_box: p.po_box,
  phone: p.phone,
})

/** Where the company is found. */
export const AddressesPart = (props: PartProps) => {
  const { t, i18n } = useTranslation(['suppliers', 'register', 'common'])
  const part = usePart({
    ...props,
    part: 'addresses',
    values: addresses,
    change: (typed, dirty) => changed(typed, dirty),
  })
  const { form } = part
  const country = form.watch('country')
  const places = useQuery(countries)
  const counties = useQuery(locations(country))
  const here = places.data?.find((c) => c.id === country)
  const { onChange, ...field } = form.field('country')
  return (
    <PartFrame title={t('parts.addresses')} part={part}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          required
          label={t('register:country')}
          {...field}
          value={country}
          onChange={(e) => {
            void onChange(e)
            form.setValue('location', '', { shouldDirty: true })
          }}
        >
          {countryChoices(places.data, i18n.language).map((c) => (
            <option key={c.value} value={c.value}>
              {c.label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('register:location')}
          {...form.field('location')}
          value={form.watch('location')}
        >
          <option value="">{t('common:form.choose')}</option>
          {(counties.data ?? []).map((l) => (
            <option key={l.id} value={l.id}>
              {l.name}
            </option>
          ))}
        </SelectField>
        <InputField
          required
          label={t('register:physicalAddress')}
          autoComplete="street-address"
          {...form.field('physical_address')}
        />
        <InputField label={t('register:poBox')} {...form.field('po_box')} />
        <InputField
          required
          label={t('register:phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={`${t('register:phoneHint', { example: here?.phone_example ?? '254701234567' })}. ${t('company.phoneStepUp')}`}
          {...form.field('phone')}
        />
      </div>
    </PartFrame>
  )
}
