import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { Bound, FormPart } from '@zabuni/ui/form'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { findTemplates } from '../library/queries.ts'
import { type Choices, findBuyers } from './queries.ts'
import { awardKey, type Values, type Way } from './values.ts'

type Props = { form: ProblemForm<Values> }

/** For whom the operator's people make a contract. What belonged to another buyer goes; what was typed stays. */
export const BuyerPart = ({ form }: Props) => {
  const { t } = useTranslation('contracts')
  const take = (buyer: Choice | null) => {
    const before = form.getValues('buyer')
    form.setValue('buyer', buyer, { shouldDirty: true })
    form.clearErrors('buyer')
    if (before?.id === buyer?.id) return
    for (const name of ['award', 'contract_category_id'] as const) form.setValue(name, '')
    for (const name of ['template', 'file'] as const) form.setValue(name, null)
  }
  return (
    <FormPart title={t('making.forWhom')} body={t('making.forWhomBody')}>
      <Bound form={form} name="buyer">
        {({ onChange: _, ...control }) => (
          <ComboboxField
            required
            label={t('view.buyer')}
            hint={t('making.buyerHint')}
            search={async (search, signal) =>
              (await findBuyers(search, signal)).map(({ id, name }) => ({ id, name }))
            }
            onChange={take}
            {...control}
          />
        )}
      </Bound>
    </FormPart>
  )
}

/** What the contract begins with: an award that left no draft, a category, a template. */
export const BeginPart = ({ form, from, way }: Props & { from: Choices; way: Way }) => {
  const { t, i18n } = useTranslation('contracts')
  const { desk } = useHere()
  const award = form.register('award')
  const category = form.register('contract_category_id')
  const error = (name: 'award' | 'contract_category_id') =>
    form.getFieldState(name, form.formState).error?.message
  // A contract begins with the template of its category, unless one was chosen.
  const followed = (id: string) => {
    const kind = from.categories.find((c) => c.id === id)
    if (kind?.template_id && !form.getValues('template'))
      form.setValue('template', { id: kind.template_id, name: kind.template_name ?? '' })
  }
  const named = (key: string) => {
    const of = from.awards.find((a) => awardKey(a) === key)
    if (!of) return
    if (!form.getValues('number')) form.setValue('number', `${of.reference}/C`)
    if (!form.getValues('title')) form.setValue('title', of.category_name)
  }
  return (
    <FormPart title={t('making.begin')}>
      {from.awards.length ? (
        <SelectField
          label={t('making.award')}
          hint={t('making.awardHint')}
          {...award}
          error={error('award')}
          onChange={(e) => {
            void award.onChange(e)
            named(e.target.value)
          }}
        >
          <option value="">{t('making.noAward')}</option>
          {from.awards.map((a) => (
            <option key={awardKey(a)} value={awardKey(a)}>
              {`${a.reference} · ${a.category_name} · ${a.supplier_name} · ${formatMoney(a.value, a.currency, i18n.language)}`}
            </option>
          ))}
        </SelectField>
      ) : null}
      <SelectField
        label={t('making.category')}
        hint={t('making.categoryHint')}
        {...category}
        error={error('contract_category_id')}
        onChange={(e) => {
          void category.onChange(e)
          followed(e.target.value)
        }}
      >
        <option value="">{t('making.noCategory')}</option>
        {from.categories.map((c) => (
          <option key={c.id} value={c.id}>
            {c.name}
          </option>
        ))}
      </SelectField>
      {way === 'author' ? (
        <Bound form={form} name="template">
          {(control) => (
            <ComboboxField
              label={t('categories.template')}
              hint={t('making.templateHint')}
              search={async (search, signal) =>
                (await findTemplates(search, desk, signal)).map(({ id, name }) => ({ id, name }))
              }
              {...control}
            />
          )}
        </Bound>
      ) : null}
    </FormPart>
  )
}
