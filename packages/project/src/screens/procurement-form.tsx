import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DepartmentField } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { Shut } from '../procurement/parts.tsx'
import {
  changePlan,
  createPlan,
  type Plan,
  plan,
  REGIMES,
  searchBuyers,
} from '../procurement/queries.ts'

const Form = ({ current }: { current: Plan | null }) => {
  const { t } = useTranslation(['procurement', 'sourcing'])
  const { desk, href } = useHere()
  const cache = useQueryClient()
  const back = current ? href('procurementPlan', { planId: current.id }) : href('procurementPlans')
  const form = useProblemForm({
    keep: `procurement.${current ? `${current.id}.${current.version}` : 'new'}`,
    defaultValues: {
      title: current?.title ?? '',
      year: String(current?.year ?? new Date().getFullYear()),
      department_id: current?.department_id ?? '',
      regime: current?.regime ?? REGIMES[0],
      private: current?.private ?? false,
      buyer_id: null as Choice | null,
    },
    submit: async ({ year, department_id, buyer_id, ...rest }) => {
      const body = { ...rest, year: Number(year) || 0, ...given({ department_id }) }
      let id = current?.id
      if (current) await changePlan(current.id, { ...body, version: current.version })
      else id = (await createPlan(body, buyer_id?.id)).id
      await cache.invalidateQueries({ queryKey: keys.procurement })
      kept.leave(href('procurementPlan', { planId: id ?? '' }))
    },
  })
  const kept = useKept(form)
  const buyer = current?.buyer_id ?? form.watch('buyer_id')?.id
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : t('create')}
    >
      <FormPart title={t('form.what')} body={t('form.whatBody')}>
        {desk === 'operator' && !current ? (
          <Bound form={form} name="buyer_id">
            {({ onChange, ...control }) => (
              <ComboboxField
                required
                label={t('columns.buyer')}
                search={searchBuyers}
                {...control}
                onChange={(value) => {
                  onChange(value)
                  form.setValue('department_id', '')
                }}
              />
            )}
          </Bound>
        ) : null}
        <InputField
          required
          label={t('form.title')}
          hint={t('form.titleHint')}
          maxLength={200}
          {...form.field('title')}
        />
        <InputField
          required
          inputMode="numeric"
          label={t('columns.year')}
          hint={t('form.yearHint')}
          maxLength={4}
          {...form.field('year')}
        />
        {desk === 'buyer' || buyer ? (
          <DepartmentField
            buyerId={buyer}
            had={current?.department_id}
            {...form.field('department_id')}
          />
        ) : null}
        <SelectField
          required
          label={t('form.regime')}
          hint={t('form.regimeHint')}
          {...form.field('regime')}
        >
          {REGIMES.map((code) => (
            <option key={code} value={code}>
              {t(`sourcing:regimes.${code}`)}
            </option>
          ))}
        </SelectField>
        {current?.public ? null : (
          <Checkbox
            label={t('form.private')}
            hint={t('form.privateHint')}
            {...form.register('private')}
          />
        )}
      </FormPart>
    </FormFrame>
  )
}

/** Begins a plan of procurement, or says anew what it is. */
export default function ProcurementForm() {
  const { t } = useTranslation('procurement')
  const { href, ids } = useHere()
  const { planId } = ids
  const current = useQuery({ ...plan(planId), enabled: !!planId })
  const title = planId ? t('edit') : t('create')
  return (
    <Load as="form" title={title} query={[planId ? current : null]}>
      {([found]) => (
        <Page
          width="form"
          title={title}
          crumbs={[
            { label: t('title'), to: href('procurementPlans') },
            ...(found ? [{ label: found.title, to: href('procurementPlan', { planId }) }] : []),
          ]}
        >
          {found && !found.may_write ? (
            <Shut />
          ) : (
            <Form key={found?.version ?? 'new'} current={found} />
          )}
        </Page>
      )}
    </Load>
  )
}
