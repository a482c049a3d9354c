import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormPart } from '@zabuni/ui/form'
import { Checkbox, RadioGroup } from '@zabuni/ui/inputs'
import { MoneyField, NumberField, PercentField } from '@zabuni/ui/number-field'
import { SelectField } from '@zabuni/ui/select'
import { MomentField, type PartProps } from './form-parts.tsx'
import { VISIBILITIES } from './queries.ts'

/** What a bid must reach. */
export const PricePart = ({ form, best }: PartProps) => {
  const { t } = useTranslation('auctions')
  const [currency, kind, reserve] = form.watch(['currency', 'step_kind', 'reserve'])
  return (
    <FormPart title={t('form.prices')} body={t(`form.pricesBody.${best}`)}>
      <Bound form={form} name="start_price">
        {(control) => (
          <MoneyField
            label={t('form.startPrice')}
            hint={t(`form.startPriceHint.${best}`)}
            currency={currency}
            {...control}
          />
        )}
      </Bound>
      <Bound form={form} name="reserve">
        {(control) => (
          <MoneyField
            label={t('form.reserve')}
            hint={t(`form.reserveHint.${best}`)}
            currency={currency}
            {...control}
          />
        )}
      </Bound>
      {reserve ? (
        <Checkbox
          label={t('form.showReserveMet')}
          hint={t('form.showReserveMetHint')}
          {...form.register('show_reserve_met')}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField required label={t('form.stepKind')} {...form.field('step_kind')}>
          {(['percent', 'amount'] as const).map((value) => (
            <option key={value} value={value}>
              {t(`form.stepKinds.${value}`)}
            </option>
          ))}
        </SelectField>
        <Bound form={form} name="step">
          {(control) =>
            kind === 'amount' ? (
              <MoneyField required label={t('form.step')} currency={currency} {...control} />
            ) : (
              <PercentField required label={t('form.step')} {...control} />
            )
          }
        </Bound>
      </div>
      <Bound form={form} name="improves">
        {(control) => (
          <RadioGroup
            label={t('form.improves')}
            {...control}
            options={(['leader', 'own'] as const).map((value) => ({
              value,
              label: t(`form.improvesWhat.${value}.label`),
              hint: t(`form.improvesWhat.${value}.hint`),
            }))}
          />
        )}
      </Bound>
      <Bound form={form} name="jump_percent">
        {(control) => (
          <PercentField label={t('form.jump')} hint={t('form.jumpHint')} {...control} />
        )}
      </Bound>
    </FormPart>
  )
}

/** Which late bids move the end, and how far. */
export const SoftPart = ({ form }: PartProps) => {
  const { t } = useTranslation('auctions')
  const [minutes, on] = form.watch(['window', 'extend_on'])
  const soft = Number(minutes) > 0
  return (
    <FormPart title={t('form.soft')} body={t('form.softBody')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Bound form={form} name="window">
          {(control) => (
            <NumberField label={t('form.window')} hint={t('form.windowHint')} {...control} />
          )}
        </Bound>
        {soft ? (
          <Bound form={form} name="extend">
            {(control) => (
              <NumberField
                required
                label={t('form.extend')}
                hint={t('form.extendHint')}
                {...control}
              />
            )}
          </Bound>
        ) : null}
      </div>
      {soft ? (
        <>
          <Bound form={form} name="extend_from">
            {(control) => (
              <RadioGroup
                label={t('form.from')}
                {...control}
                options={(['receipt', 'close'] as const).map((value) => ({
                  value,
                  label: t(`form.froms.${value}`),
                }))}
              />
            )}
          </Bound>
          <Bound form={form} name="extend_on">
            {(control) => (
              <RadioGroup
                label={t('form.on')}
                {...control}
                options={(['any', 'leader', 'rank'] as const).map((value) => ({
                  value,
                  label: t(`form.ons.${value}`),
                }))}
              />
            )}
          </Bound>
          {on === 'rank' ? (
            <InputField
              required
              inputMode="numeric"
              label={t('form.rank')}
              {...form.field('trigger_rank')}
            />
          ) : null}
          <div className="grid gap-5 sm:grid-cols-2">
            <MomentField
              form={form}
              name="hard_end"
              label={t('form.hardEnd')}
              hint={t('form.hardEndHint')}
            />
            <InputField
              inputMode="numeric"
              label={t('form.most')}
              hint={t('form.mostHint')}
              {...form.field('max_extensions')}
            />
          </div>
        </>
      ) : null}
    </FormPart>
  )
}

/** What bidders see of each other. */
export const SightPart = ({ form }: PartProps) => {
  const { t } = useTranslation('auctions')
  return (
    <FormPart title={t('form.sight')} body={t('form.sightBody')}>
      <Bound form={form} name="visibility">
        {(control) => (
          <RadioGroup
            label={t('list.visibility')}
            {...control}
            options={VISIBILITIES.map((value) => ({
              value,
              label: t(`visibility.${value}`),
              hint: t(`rule.visibility.${value}`),
            }))}
          />
        )}
      </Bound>
      <Checkbox
        label={t('form.showBidders')}
        hint={t('form.showBiddersHint')}
        {...form.register('show_bidders')}
      />
    </FormPart>
  )
}
