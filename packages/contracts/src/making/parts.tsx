import { useQuery } from '@tanstack/react-query'
import { countries } from '@zabuni/api/countries'
import { useTranslation } from '@zabuni/i18n'
import { countryName, nationsIn } from '@zabuni/i18n/country'
import { formatMoney } from '@zabuni/i18n/format'
import { Facts } from '@zabuni/ui/card'
import { ComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormPart } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { MoneyField } from '@zabuni/ui/number-field'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useMemo } from 'react'
import { RichField } from '../rich/field.tsx'
import { type Award, findCounterparties } from './queries.ts'
import type { Values } from './values.ts'

type Props = { form: ProblemForm<Values> }

const DATES = ['contract_date', 'starts_on', 'ends_on'] as const

/** What the contract is called, what it is about and from when to when it holds. */
export const TermsPart = ({ form }: Props) => {
  const { t } = useTranslation('contracts')
  const labels = {
    contract_date: t('form.date'),
    starts_on: t('columns.starts'),
    ends_on: t('columns.ends'),
  }
  return (
    <FormPart title={t('view.terms')}>
      <InputField required label={t('columns.number')} maxLength={80} {...form.field('number')} />
      <InputField required label={t('columns.title')} maxLength={200} {...form.field('title')} />
      <TextareaField
        label={t('form.description')}
        maxLength={5000}
        {...form.field('description')}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        {DATES.map((name) => (
          <Bound key={name} form={form} name={name}>
            {(control) => <DateTimeField dateOnly label={labels[name]} {...control} />}
          </Bound>
        ))}
      </div>
      <LanguageField required label={t('library.language')} {...form.field('language')} />
    </FormPart>
  )
}

const Outsider = ({ form }: Props) => {
  const { t, i18n } = useTranslation('contracts')
  const nations = useMemo(() => nationsIn(i18n.language), [i18n.language])
  return (
    <>
      <InputField
        required
        label={t('making.partyName')}
        maxLength={200}
        {...form.field('counterparty.name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField required label={t('making.country')} {...form.field('counterparty.country')}>
          <option value="" />
          {nations.map((n) => (
            <option key={n.code} value={n.code}>
              {n.name}
            </option>
          ))}
        </SelectField>
        <InputField
          label={t('making.taxId')}
          maxLength={60}
          autoComplete="off"
          {...form.field('counterparty.tax_id')}
        />
      </div>
      <InputField
        label={t('making.address')}
        maxLength={300}
        {...form.field('counterparty.address')}
      />
      <InputField
        label={t('making.email')}
        type="email"
        maxLength={200}
        {...form.field('counterparty.email')}
      />
    </>
  )
}

/** With whom it is made, and for how much. */
export const PartyPart = ({ form }: Props) => {
  const { t, i18n } = useTranslation('contracts')
  const lands = useQuery(countries)
  const outside = form.watch('counterparty.outside')
  const currency = form.watch('currency')
  const known = [...new Set([currency, ...(lands.data ?? []).map((land) => land.currency)])]
  return (
    <FormPart title={t('making.party')} body={t('making.partyBody')}>
      <Bound form={form} name="counterparty.outside">
        {({ name, value, onChange }) => (
          <RadioGroup
            label={t('making.counterparty')}
            name={name}
            value={value ? 'outside' : 'platform'}
            onChange={(who) => onChange(who === 'outside')}
            options={[
              { value: 'platform', label: t('making.platform'), hint: t('making.platformHint') },
              { value: 'outside', label: t('making.outside'), hint: t('making.outsideHint') },
            ]}
          />
        )}
      </Bound>
      {outside ? (
        <Outsider form={form} />
      ) : (
        <Bound form={form} name="counterparty.company">
          {(control) => (
            <ComboboxField
              required
              label={t('making.company')}
              hint={t('making.companyHint')}
              search={async (search, signal) =>
                (await findCounterparties(search, signal)).map(({ id, name, country }) => ({
                  id,
                  name: `${name} (${countryName(country, i18n.language)})`,
                }))
              }
              {...control}
            />
          )}
        </Bound>
      )}
      <div className="grid gap-5 sm:grid-cols-[10rem_1fr]">
        <SelectField required label={t('making.currency')} {...form.field('currency')}>
          {known
            .filter(Boolean)
            .sort()
            .map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
        </SelectField>
        <Bound form={form} name="value">
          {(control) => (
            <MoneyField required label={t('columns.value')} currency={currency} {...control} />
          )}
        </Bound>
      </div>
    </FormPart>
  )
}

/** What an award has decided: nobody types it again. */
export const AwardPart = ({
  of,
}: {
  of: Pick<Award, 'supplier_name' | 'value' | 'currency' | 'category_name' | 'reference'>
}) => {
  const { t, i18n } = useTranslation('contracts')
  return (
    <FormPart title={t('making.party')} body={t('making.decided')}>
      <Facts
        items={[
          { label: t('columns.supplier'), value: of.supplier_name },
          { label: t('columns.value'), value: formatMoney(of.value, of.currency, i18n.language) },
          { label: t('view.category'), value: `${of.category_name} (${of.reference})` },
        ]}
      />
    </FormPart>
  )
}

/** The text, where no template or questions make it. */
export const TextPart = ({ form }: Props) => {
  const { t } = useTranslation('contracts')
  return (
    <FormPart title={t('library.text')} body={t('library.textHint')}>
      <Bound form={form} name="body">
        {({ value, onChange, onBlur, error }) => (
          <RichField
            label={t('library.text')}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
            lang={form.watch('language')}
          />
        )}
      </Bound>
    </FormPart>
  )
}
