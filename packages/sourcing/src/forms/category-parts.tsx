import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { sum } from '@zabuni/i18n/decimal'
import { ComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormPart } from '@zabuni/ui/form'
import { Checkbox, RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { MoneyField, PercentField } from '@zabuni/ui/number-field'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { reservedGroups, searchTypes } from '../queries.ts'
import type { CategoryValues } from './category-values.ts'

type Props = { form: ProblemForm<CategoryValues>; fields: readonly string[] }

/** What the category is. */
export const SubjectPart = ({ form }: Props) => {
  const { t } = useTranslation('sourcing')
  return (
    <FormPart title={t('categoryForm.subject')}>
      <InputField required label={t('categoryForm.name')} maxLength={200} {...form.field('name')} />
      <Bound form={form} name="category_type_id">
        {(control) => (
          <ComboboxField
            label={t('categoryForm.type')}
            hint={t('categoryForm.typeHint')}
            search={searchTypes}
            {...control}
          />
        )}
      </Bound>
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          label={t('categoryForm.number')}
          hint={t('categoryForm.numberHint')}
          maxLength={30}
          {...form.field('number')}
        />
        <InputField
          label={t('categoryForm.group')}
          hint={t('categoryForm.groupHint')}
          maxLength={100}
          {...form.field('group')}
        />
      </div>
      <TextareaField
        label={t('categoryForm.description')}
        rows={3}
        {...form.field('description')}
      />
      <TextareaField
        label={t('categoryForm.instructions')}
        hint={t('categoryForm.instructionsHint')}
        {...form.field('instructions')}
      />
    </FormPart>
  )
}

/** The special group for which it is kept; nothing where the platform has none. */
const ReservedField = ({ form }: { form: ProblemForm<CategoryValues> }) => {
  const { t } = useTranslation('sourcing')
  const had = form.watch('reserved_for')
  const groups = (useQuery(reservedGroups).data?.items ?? []).filter(
    (g) => g.platform && (g.active || g.id === had),
  )
  if (!groups.length) return null
  return (
    <SelectField
      label={t('categoryForm.reserved')}
      hint={t('categoryForm.reservedHint')}
      {...form.field('reserved_for')}
    >
      <option value="">{t('categoryForm.reservedNone')}</option>
      {groups.map((g) => (
        <option key={g.id} value={g.id}>
          {g.name}
        </option>
      ))}
    </SelectField>
  )
}

/** When bids come in, and from whom. */
export const TimePart = ({
  form,
  fields,
  zone,
  minDays,
}: Props & { zone: string; minDays: number }) => {
  const { t } = useTranslation('sourcing')
  return (
    <FormPart title={t('categoryForm.time')} body={t('categoryForm.timeBody', { zone })}>
      <Bound form={form} name="opens_at">
        {(control) => (
          <DateTimeField
            required
            label={t('categoryForm.opens')}
            hint={t('categoryForm.opensHint')}
            {...control}
          />
        )}
      </Bound>
      <Bound form={form} name="closes_at">
        {(control) => (
          <DateTimeField
            required
            label={t('categoryForm.closes')}
            hint={minDays ? t('categoryForm.closesHint', { count: minDays }) : undefined}
            {...control}
          />
        )}
      </Bound>
      {fields.includes('invited_only') ? (
        <Checkbox
          label={t('categoryForm.invitedOnly')}
          hint={t('categoryForm.invitedOnlyHint')}
          {...form.register('invited_only')}
        />
      ) : (
        <p className="text-sm text-ink-2">{t('categoryForm.byInvitation')}</p>
      )}
      {fields.includes('reserved_for') ? <ReservedField form={form} /> : null}
      {fields.includes('openers') ? (
        <SelectField
          label={t('categoryForm.openers')}
          hint={t('categoryForm.openersHint')}
          {...form.field('openers')}
        >
          {['1', '2', '3', '4', '5'].map((n) => (
            <option key={n} value={n}>
              {n}
            </option>
          ))}
        </SelectField>
      ) : null}
    </FormPart>
  )
}

/** What it costs to take part, and what it is worth. */
export const MoneyPart = ({
  form,
  fields,
  countries,
}: Props & { countries: readonly Schemas['Country'][] }) => {
  const { t } = useTranslation('sourcing')
  const currency = form.watch('currency')
  const currencies = [...new Set([currency, ...countries.map((c) => c.currency)])].filter(Boolean)
  return (
    <FormPart title={t('categoryForm.money')}>
      <SelectField
        required
        label={t('categoryForm.currency')}
        hint={t('categoryForm.currencyHint')}
        {...form.field('currency')}
      >
        {currencies.sort().map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.includes('bid_fee') ? (
          <Bound form={form} name="bid_fee">
            {(control) => (
              <MoneyField
                label={t('categoryForm.bidFee')}
                hint={t('categoryForm.bidFeeHint')}
                currency={currency}
                {...control}
              />
            )}
          </Bound>
        ) : null}
        {fields.includes('estimate') ? (
          <Bound form={form} name="estimate">
            {(control) => (
              <MoneyField
                label={t('categoryForm.estimate')}
                hint={t('categoryForm.estimateHint')}
                currency={currency}
                {...control}
              />
            )}
          </Bound>
        ) : null}
      </div>
    </FormPart>
  )
}

const FORMULAS = ['rel', 'lead_percent'] as const

const Percent = ({
  form,
  name,
  ...field
}: {
  form: ProblemForm<CategoryValues>
  name: 'pass_mark' | 'technical_weight' | 'financial_weight'
  label: string
  hint?: string
}) => (
  <Bound form={form} name={name}>
    {(control) => <PercentField {...field} {...control} />}
  </Bound>
)

/** How bids are weighed. */
export const WeighingPart = ({
  form,
  fields,
  formulas,
}: Props & { formulas: readonly string[] }) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const [technical, financial] = [form.watch('technical_weight'), form.watch('financial_weight')]
  const total = sum([technical, financial])
  const shown = ['pass_mark', 'technical_weight', 'price_formula'].some((f) => fields.includes(f))
  if (!shown) return null
  return (
    <FormPart title={t('categoryForm.weighing')} body={t('categoryForm.weighingBody')}>
      {fields.includes('technical_weight') ? (
        <div className="grid gap-1.5">
          <div className="grid grid-cols-2 gap-5">
            <Percent form={form} name="technical_weight" label={t('categoryForm.technical')} />
            <Percent form={form} name="financial_weight" label={t('categoryForm.financial')} />
          </div>
          <p role="status" className={`text-xs ${total === '100' ? 'text-ink-3' : 'text-warn'}`}>
            {total === '100'
              ? t('categoryForm.sumRight')
              : t('categoryForm.sumWrong', { sum: total })}
          </p>
        </div>
      ) : null}
      {fields.includes('pass_mark') ? (
        <Percent
          form={form}
          name="pass_mark"
          label={t('categoryForm.passMark')}
          hint={t('categoryForm.passMarkHint')}
        />
      ) : null}
      {fields.includes('price_formula') ? (
        <Bound form={form} name="price_formula">
          {(control) => (
            <RadioGroup
              label={t('categoryForm.formula')}
              hint={t('categoryForm.formulaHint')}
              {...control}
              options={FORMULAS.filter((f) => formulas.includes(f)).map((value) => ({
                value,
                label: t(`activities:compared.formulas.${value}.name`),
                hint: t(`activities:compared.formulas.${value}.body`),
              }))}
            />
          )}
        </Bound>
      ) : null}
    </FormPart>
  )
}
