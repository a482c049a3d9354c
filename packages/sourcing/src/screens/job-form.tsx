import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { policies } from '@zabuni/activities/queries'
import { DepartmentField } from '@zabuni/activities/ui/department'
import { useActivity } from '@zabuni/activities/ui/here'
import { PlannedFields } from '@zabuni/activities/ui/planned'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import type { Choice } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox, RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { Tabs } from '@zabuni/ui/tabs'
import { Navigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useFieldOfHash } from '../form-kit.tsx'
import { JobImport } from '../forms/job-import.tsx'
import { createJob, job, updateJob } from '../queries.ts'

const REGIMES = ['private-default', 'ke-ppada'] as const

const useSchema = () => {
  const { t } = useTranslation('errors')
  const needed = z.string().check(z.trim(), z.minLength(1, t('field.required')))
  return z.object({
    code: needed,
    title: needed,
    description: z.string(),
    department_id: z.string(),
    plan_item_id: z.nullable(z.object({ id: z.string(), name: z.string() })),
    classification: z.string(),
    regime: z.enum(REGIMES),
    private: z.boolean(),
  })
}

const Form = ({
  current,
  table,
}: {
  current: Schemas['JobDetails'] | null
  table: Schemas['Activities']
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { activity, word, href, ids } = useActivity()
  const [query] = useSearchParams()
  const cache = useQueryClient()
  const policy = table.items.find((p) => p.activity === activity)
  const back = current ? href('details', { jobId: current.id }) : href('list')
  const form = useProblemForm({
    keep: `job.${current ? `${current.id}.${current.version}` : activity}`,
    resolver: standardSchemaResolver(useSchema()),
    defaultValues: {
      code: current?.code ?? '',
      title: current?.title ?? '',
      description: current?.description ?? '',
      department_id: current?.department_id ?? '',
      plan_item_id: current?.plan_item_id
        ? { id: current.plan_item_id, name: current.plan_item }
        : (null as Choice | null),
      classification: current?.classification ?? '',
      regime: current?.regime ?? policy?.regime ?? REGIMES[0],
      private: current?.private ?? false,
    },
    submit: async ({ department_id, plan_item_id, classification, ...rest }) => {
      const values = {
        ...rest,
        ...given({ department_id, plan_item_id: plan_item_id?.id, classification }),
      }
      let id = current?.id
      if (current) {
        const path = { job_id: current.id }
        await updateJob(path.job_id, { ...values, version: current.version })
      } else {
        const buyer = query.get('buyer')
        const made = await data(
          createJob({ ...values, activity }, buyer ? { buyer_id: buyer } : {}),
        )
        id = made.id
      }
      void cache.invalidateQueries({ queryKey: keys.sourcing })
      kept.leave(href('details', { jobId: id ?? '' }))
    },
  })
  const kept = useKept(form)
  useFieldOfHash(true)
  const zone = current?.timezone ?? session()?.timezone ?? ''
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : word('create')}
    >
      <FormPart title={t('jobForm.what')} body={t('jobForm.whatBody')}>
        <InputField
          required
          label={t('jobForm.title')}
          hint={t('jobForm.titleHint')}
          maxLength={200}
          {...form.field('title')}
        />
        <InputField
          required
          label={t('jobForm.code')}
          hint={t('jobForm.codeHint')}
          maxLength={60}
          {...form.field('code')}
        />
        <TextareaField
          label={t('jobForm.description')}
          hint={t('jobForm.descriptionHint')}
          {...form.field('description')}
        />
        <DepartmentField
          buyerId={current?.buyer_id ?? ids.buyerId}
          had={current?.department_id}
          {...form.field('department_id')}
        />
        {policy?.best_price === 'lowest' ? (
          <Bound form={form} name="plan_item_id">
            {(control) => (
              <PlannedFields
                activity={activity}
                buyerId={current?.buyer_id ?? ids.buyerId}
                had={!!current?.plan_item_id}
                item={control}
                code={form.field('classification')}
              />
            )}
          </Bound>
        ) : null}
      </FormPart>
      <FormPart title={t('jobForm.rules')} body={t('jobForm.rulesBody')}>
        <Bound form={form} name="regime">
          {(control) => (
            <RadioGroup
              label={t('jobForm.regime')}
              {...control}
              options={table.regimes.map((regime) => ({
                value: regime.code,
                label: t(`regimes.${regime.code}`),
                hint: [
                  t('jobForm.minDays', { count: regime.min_open_days[activity] ?? 0 }),
                  t('jobForm.standstill', { count: regime.standstill_days }),
                  t('jobForm.openers', { count: policy?.openers ?? 1 }),
                ].join(' '),
              }))}
            />
          )}
        </Bound>
        {policy?.listed && !current?.public ? (
          <Checkbox
            label={t('jobForm.private')}
            hint={t('jobForm.privateHint')}
            {...form.register('private')}
          />
        ) : null}
        {zone ? (
          <dl className="grid gap-0.5 text-sm">
            <dt className="font-medium">{t('jobForm.zone')}</dt>
            <dd>{zone}</dd>
            <dd className="text-xs text-ink-3">{t('jobForm.zoneHint')}</dd>
          </dl>
        ) : null}
      </FormPart>
    </FormFrame>
  )
}

/** Creates or changes a job. */
export default function JobForm() {
  const { t } = useTranslation('sourcing')
  const { word, href, ids } = useActivity()
  const { jobId } = ids
  const table = useQuery(policies)
  const current = useQuery({ ...job(jobId), enabled: !!jobId })
  const title = jobId ? word('edit') : word('create')
  const [query] = useSearchParams()
  const fromFile = query.get('from') === 'file'
  const address = (file: boolean) => {
    const next = new URLSearchParams(query)
    if (file) next.set('from', 'file')
    else next.delete('from')
    return `?${next}`
  }
  const picker = href('buyers')
  if (picker && !jobId && !ids.buyerId) return <Navigate to={picker} replace />
  const crumbs = [{ label: word('list'), to: href('list') }]
  return (
    <Load as="form" query={table} title={title}>
      {(rules) =>
        jobId ? (
          <LoadRecord as="form" query={current} title={title}>
            {(found) => (
              <Page
                width="form"
                title={title}
                crumbs={[...crumbs, { label: found.title, to: href('details', { jobId }) }]}
              >
                <Form key={found.version} current={found} table={rules} />
              </Page>
            )}
          </LoadRecord>
        ) : (
          <Page width="form" title={title} subtitle={t('jobForm.lead')} crumbs={crumbs}>
            <Tabs
              label={t('import.ways')}
              items={[
                { to: address(false), label: t('import.scratch'), active: !fromFile },
                { to: address(true), label: t('import.title'), active: fromFile },
              ]}
            />
            {fromFile ? <JobImport /> : <Form current={null} table={rules} />}
          </Page>
        )
      }
    </Load>
  )
}
