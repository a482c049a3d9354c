import type { Activity } from '@zabuni/activities/activity'
import { DepartmentField } from '@zabuni/activities/ui/department'
import { PlannedFields } from '@zabuni/activities/ui/planned'
import { useTranslation } from '@zabuni/i18n'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormPart } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { MoneyField, PercentField } from '@zabuni/ui/number-field'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import type { AuctionValues } from './form-values.ts'
import type { Best } from './rules.tsx'

/** What each part of the form is drawn from. */
export type PartProps = { form: ProblemForm<AuctionValues>; best: Best }
type Moment = 'opens_at' | 'closes_at' | 'starts_at' | 'ends_at' | 'hard_end'

/** A moment in the auction's own zone. */
export const MomentField = ({
  form,
  name,
  ...field
}: {
  form: PartProps['form']
  name: Moment
  label: string
  hint?: string
  required?: boolean
}) => (
  <Bound form={form} name={name}>
    {(control) => <DateTimeField {...field} {...control} />}
  </Bound>
)

/** What is bought or sold. */
export const SubjectPart = ({
  form,
  currencies,
  buyerId,
  had,
  activity,
  planned,
  buys,
}: PartProps & {
  currencies: readonly string[]
  buyerId: string | undefined
  had: string | undefined
  activity: Activity
  /** Whether it is of an item of a plan. */
  planned: boolean
  /** What is sold is in no plan of procurement. */
  buys: boolean
}) => {
  const { t } = useTranslation(['auctions', 'sourcing'])
  const currency = form.watch('currency')
  return (
    <FormPart title={t('form.subject')} body={t('form.subjectBody')}>
      <InputField required label={t('list.title')} maxLength={200} {...form.field('title')} />
      <InputField
        required
        label={t('form.code')}
        hint={t('form.codeHint')}
        maxLength={60}
        {...form.field('code')}
      />
      <TextareaField
        rows={3}
        label={t('sourcing:categoryForm.description')}
        {...form.field('description')}
      />
      <DepartmentField buyerId={buyerId} had={had} {...form.field('department_id')} />
      {buys ? (
        <Bound form={form} name="plan_item_id">
          {(control) => (
            <PlannedFields
              activity={activity}
              buyerId={buyerId}
              had={planned}
              item={control}
              code={form.field('classification')}
            />
          )}
        </Bound>
      ) : null}
      {buys ? (
        <Checkbox
          label={t('sourcing:jobForm.private')}
          hint={t('sourcing:jobForm.privateHint')}
          {...form.register('private')}
        />
      ) : null}
      <TextareaField
        rows={3}
        label={t('sourcing:categoryForm.instructions')}
        hint={t('sourcing:categoryForm.instructionsHint')}
        {...form.field('instructions')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          required
          label={t('sourcing:categoryForm.currency')}
          {...form.field('currency')}
        >
          {[...new Set([currency, ...currencies])].filter(Boolean).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
        <Bound form={form} name="estimate">
          {(control) => (
            <MoneyField
              label={t('sourcing:categoryForm.estimate')}
              hint={t('sourcing:categoryForm.estimateHint')}
              currency={currency}
              {...control}
            />
          )}
        </Bound>
      </div>
    </FormPart>
  )
}

/** Who may come, and what they answer before prices move. */
export const TechnicalPart = ({ form, zone }: PartProps & { zone: string }) => {
  const { t } = useTranslation(['auctions', 'sourcing'])
  const asks = form.watch('asks')
  return (
    <FormPart title={t('form.before')} body={t('form.beforeBody', { zone })}>
      <MomentField
        required
        form={form}
        name="opens_at"
        label={t('form.opens')}
        hint={t('form.opensHint')}
      />
      <Checkbox
        label={t('sourcing:categoryForm.invitedOnly')}
        hint={t('sourcing:categoryForm.invitedOnlyHint')}
        {...form.register('invited_only')}
      />
      <Checkbox label={t('form.asks')} hint={t('form.asksHint')} {...form.register('asks')} />
      {asks ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField
            required
            form={form}
            name="closes_at"
            label={t('form.closes')}
            hint={t('form.closesHint')}
          />
          <Bound form={form} name="pass_mark">
            {(control) => (
              <PercentField
                label={t('sourcing:categoryForm.passMark')}
                hint={t('sourcing:categoryForm.passMarkHint')}
                {...control}
              />
            )}
          </Bound>
        </div>
      ) : null}
    </FormPart>
  )
}

/** When prices move. */
export const LiveTimePart = ({ form, zone }: PartProps & { zone: string }) => {
  const { t } = useTranslation('auctions')
  return (
    <FormPart title={t('form.live')} body={t('form.liveBody', { zone })}>
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField required form={form} name="starts_at" label={t('form.starts')} />
        <MomentField required form={form} name="ends_at" label={t('form.ends')} />
      </div>
    </FormPart>
  )
}
