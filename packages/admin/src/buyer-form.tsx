import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { countries } from '@zabuni/api/countries'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices } from '@zabuni/i18n/country'
import { InputField } from '@zabuni/ui/field'
import { FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useParams } from 'react-router'
import { LocationField } from './location-field.tsx'
import { type BuyerProfile, buyerProfile, createBuyer, updateBuyer } from './queries.ts'

const Form = ({ current }: { current: BuyerProfile | undefined }) => {
  const { t, i18n } = useTranslation(['admin', 'register'])
  const cache = useQueryClient()
  const { data: list } = useQuery(countries)
  const form = useProblemForm({
    keep: `buyer.${current?.id ?? 'new'}`,
    defaultValues: {
      name: current?.name ?? '',
      company_type: current?.company_type || 'limited',
      country: current?.country ?? 'KE',
      location: current?.location ? String(current.location) : '',
      physical_address: current?.physical_address ?? '',
      po_box: current?.po_box ?? '',
      phone: current?.phone ?? '',
      email: current?.email ?? '',
      tax_id: current?.tax_id ?? '',
      website: current?.website ?? '',
      contact_name: current?.contact_name ?? '',
      active: current?.active ?? true,
    },
    submit: async ({ location, ...values }) => {
      const body = { ...values, ...(location ? { location: Number(location) } : {}) }
      let id = current?.id
      if (id) await updateBuyer(id, body)
      else id = (await data(createBuyer(body))).id
      await cache.invalidateQueries({ queryKey: keys.companies })
      kept.leave(`/zabuni/buyers/${id}/view`)
    },
  })
  const kept = useKept(form)
  const back = current ? `/zabuni/buyers/${current.id}/view` : '/zabuni/buyers'
  const country = list?.find((c) => c.iso2 === form.watch('country'))
  return (
    <FormCard form={form} back={back} guard={kept.guard}>
      <InputField required label={t('register:name')} maxLength={200} {...form.field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField required label={t('register:companyType')} {...form.field('company_type')}>
          {COMPANY_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`register:types.${type}`)}
            </option>
          ))}
        </SelectField>
        <SelectField required label={t('register:country')} {...form.field('country')}>
          {countryChoices(list, i18n.language).map((c) => (
            <option key={c.value} value={c.value}>
              {c.label}
            </option>
          ))}
        </SelectField>
        <InputField required label={country?.tax_label ?? t('taxId')} {...form.field('tax_id')} />
        <LocationField
          label={t('location')}
          country={form.watch('country')}
          {...form.field('location')}
        />
        <InputField required label={t('phone')} type="tel" {...form.field('phone')} />
        <InputField required label={t('email')} type="email" {...form.field('email')} />
      </div>
      <InputField
        required
        label={t('address')}
        maxLength={300}
        {...form.field('physical_address')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField label={t('poBox')} {...form.field('po_box')} />
        <InputField label={t('website')} {...form.field('website')} />
        <InputField label={t('contact')} {...form.field('contact_name')} />
      </div>
      {current ? <Checkbox label={t('active')} {...form.register('active')} /> : null}
    </FormCard>
  )
}

/** Registers or changes a buyer company. */
export default function BuyerForm() {
  const { t } = useTranslation('admin')
  const { buyerId: id = '' } = useParams()
  const query = useQuery({ ...buyerProfile(id), enabled: !!id })
  const title = t(id ? 'buyers.edit' : 'buyers.create')
  const page = (current: BuyerProfile | undefined) => (
    <Page width="form" title={title} crumbs={[{ label: t('buyers.title'), to: '/zabuni/buyers' }]}>
      <Form current={current} />
    </Page>
  )
  if (!id) return page(undefined)
  return (
    <Load as="form" query={query} title={title}>
      {page}
    </Load>
  )
}
