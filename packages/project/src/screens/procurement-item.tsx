import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CpvField } from '@zabuni/activities/ui/cpv-field'
import { DepartmentField } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { countries } from '@zabuni/api/countries'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { DateTimeField } from '@zabuni/ui/date-time'
import { EmptyState } from '@zabuni/ui/empty'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { MoneyField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { Shut } from '../procurement/parts.tsx'
import {
  addItem,
  changeItem,
  type Item,
  items,
  METHODS,
  type Plan,
  plan,
} from '../procurement/queries.ts'

const Form = ({
  of,
  current,
  currencies,
}: {
  of: Plan
  current: Item | null
  currencies: readonly string[]
}) => {
  const { t } = useTranslation('procurement')
  const { href } = useHere()
  const words = useWords()
  const cache = useQueryClient()
  const back = href('procurementPlan', { planId: of.id })
  const form = useProblemForm({
    keep: `procurement.${of.id}.item.${current ? `${current.id}.${current.version}` : 'new'}`,
    defaultValues: {
      number: current?.number ?? '',
      title: current?.title ?? '',
      department_id: current?.department_id ?? of.department_id ?? '',
      classification: current?.classification ?? '',
      activity: current?.activity ?? METHODS[0],
      currency: current?.currency ?? of.sums[0]?.currency ?? 'KES',
      estimate: current?.estimate ?? '',
      publish_on: current?.publish_on ?? '',
      award_on: current?.award_on ?? '',
      budget_line: current?.budget_line ?? '',
    },
    submit: async ({ department_id, estimate, ...rest }) => {
      const body = { ...rest, estimate: estimate || '0', ...given({ department_id }) }
      if (current) await changeItem(of.id, current.id, { ...body, version: current.version })
      else await addItem(of.id, body)
      await cache.invalidateQueries({ queryKey: keys.procurement })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const currency = form.watch('currency')
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : t('item.add')}
    >
      <FormPart title={t('item.what')} body={t('item.whatBody')}>
        <InputField required label={t('columns.number')} maxLength={40} {...form.field('number')} />
        <InputField required label={t('columns.thing')} maxLength={200} {...form.field('title')} />
        <CpvField
          required
          label={t('columns.cpv')}
          hint={t('item.cpvHint')}
          {...form.field('classification')}
        />
        <SelectField required label={t('columns.method')} {...form.field('activity')}>
          {METHODS.map((m) => (
            <option key={m} value={m}>
              {words(m, 'name')}
            </option>
          ))}
        </SelectField>
        <DepartmentField
          buyerId={of.buyer_id}
          had={current?.department_id}
          {...form.field('department_id')}
        />
      </FormPart>
      <FormPart title={t('item.budget')} body={t('item.budgetBody')}>
        <SelectField required label={t('columns.currency')} {...form.field('currency')}>
          {[...new Set([currency, ...currencies])].sort().map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
        <Bound form={form} name="estimate">
          {(control) => (
            <MoneyField required label={t('columns.estimate')} currency={currency} {...control} />
          )}
        </Bound>
        <InputField
          label={t('columns.budgetLine')}
          hint={t('item.budgetLineHint')}
          maxLength={60}
          {...form.field('budget_line')}
        />
      </FormPart>
      <FormPart title={t('item.when')}>
        <Bound form={form} name="publish_on">
          {(control) => (
            <DateTimeField required dateOnly label={t('columns.publishOn')} {...control} />
          )}
        </Bound>
        <Bound form={form} name="award_on">
          {(control) => (
            <DateTimeField required dateOnly label={t('columns.awardOn')} {...control} />
          )}
        </Bound>
      </FormPart>
    </FormFrame>
  )
}

/** Puts something into a plan of procurement, or says anew what is bought. */
export default function ProcurementItem() {
  const { t } = useTranslation(['procurement', 'errors'])
  const { href, ids } = useHere()
  const { planId, itemId } = ids
  const of = useQuery(plan(planId))
  const money = useQuery(countries)
  const found = useQuery({ ...items(planId, { item_id: itemId }), enabled: !!itemId })
  const title = itemId ? t('item.edit') : t('item.add')
  return (
    <Load as="form" title={title} query={[of, money, itemId ? found : null]}>
      {([p, all, page]) => (
        <Page
          width="form"
          title={title}
          crumbs={[
            { label: t('title'), to: href('procurementPlans') },
            { label: p.title, to: href('procurementPlan', { planId }) },
          ]}
        >
          {!p.may_write ? (
            <Shut />
          ) : page && !page.items.length ? (
            // Somebody has taken it out: what is typed here would be another.
            <EmptyState title={t('errors:procurement.item_not_found')} />
          ) : (
            <Form
              key={page?.items[0]?.version ?? 'new'}
              of={p}
              current={page?.items[0] ?? null}
              currencies={all.map((c) => c.currency)}
            />
          )}
        </Page>
      )}
    </Load>
  )
}
