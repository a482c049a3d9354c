import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/buyer'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { isDay } from '@zabuni/i18n/format'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { LevelMark } from '../parts.tsx'
import {
  board,
  changeRisk,
  createRisk,
  jobOf,
  owners,
  RESPONSES,
  type Risk,
  risk,
  SCALE,
  searchJobs,
  searchSuppliers,
  supplierOf,
} from '../queries.ts'

const choice = (id: string | undefined, name: string): Choice | null => (id ? { id, name } : null)

const Form = ({
  current,
  job,
  supplier,
  people,
  cells,
}: {
  current: Risk | null
  /** What a new one is about, where the way here says so. */
  job: Choice | null
  supplier: Choice | null
  people: readonly Choice[]
  cells: Schemas['RiskBoard']['cells']
}) => {
  const { t } = useTranslation(['risks', 'errors', 'activities'])
  const { href } = useHere()
  const cache = useQueryClient()
  const me = session()?.user_id ?? ''
  // Whoever owns it stays, though they may not be chosen any more.
  const choices =
    current && !people.some((p) => p.id === current.owner_id)
      ? [...people, { id: current.owner_id, name: current.owner }]
      : people
  const back = current ? href('risk', { riskId: current.id }) : href('riskRegister', {})
  const form = useProblemForm({
    keep: `risk.${current ? `${current.id}.${current.version}` : `new.${job?.id}.${supplier?.id}`}`,
    defaultValues: {
      title: current?.title ?? '',
      description: current?.description ?? '',
      likelihood: String(current?.likelihood ?? 3),
      impact: String(current?.impact ?? 3),
      response: current?.response ?? RESPONSES[0],
      treatment: current?.treatment ?? '',
      owner_id: current?.owner_id ?? (people.some((p) => p.id === me) ? me : ''),
      due_on: current?.due_on ?? '',
      job_id: choice(current?.job_id, current?.job ?? '') ?? job,
      supplier_id: choice(current?.supplier_id, current?.supplier ?? '') ?? supplier,
      note: '',
    },
    submit: async ({ job_id, supplier_id, likelihood, impact, ...values }) => {
      const missing = (['title', 'owner_id', 'due_on'] as const).filter((name) =>
        name === 'due_on' ? !isDay(values.due_on) : !values[name].trim(),
      )
      if (missing.length) throw new Refused(missing)
      const body = {
        ...values,
        likelihood: Number(likelihood),
        impact: Number(impact),
        ...(job_id ? { job_id: job_id.id } : {}),
        ...(supplier_id ? { supplier_id: supplier_id.id } : {}),
      }
      let id = current?.id
      if (current) await changeRisk(current.id, { ...body, version: current.version })
      else id = (await createRisk(body)).id
      await cache.invalidateQueries({ queryKey: keys.risks })
      kept.leave(href('risk', { riskId: id ?? '' }))
    },
  })
  const kept = useKept(form)
  const [likelihood, impact] = form.watch(['likelihood', 'impact'])
  const cell = cells.find((c) => String(c.likelihood) === likelihood && String(c.impact) === impact)
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : t('activities:addRisk')}
    >
      <FormPart title={t('form.what')} body={t('form.whatBody')}>
        <InputField
          required
          label={t('form.title')}
          hint={t('form.titleHint')}
          maxLength={200}
          {...form.field('title')}
        />
        <TextareaField rows={3} label={t('form.description')} {...form.field('description')} />
        <Bound form={form} name="job_id">
          {(control) => (
            <ComboboxField
              label={t('job')}
              hint={t('form.jobHint')}
              search={searchJobs}
              {...control}
            />
          )}
        </Bound>
        <Bound form={form} name="supplier_id">
          {(control) => (
            <ComboboxField
              label={t('supplier')}
              hint={t('form.supplierHint')}
              search={searchSuppliers}
              {...control}
            />
          )}
        </Bound>
      </FormPart>
      <FormPart title={t('form.rating')} body={t('form.ratingBody')}>
        <SelectField required label={t('likelihood')} {...form.field('likelihood')}>
          {SCALE.map((n) => (
            <option key={n} value={n}>
              {n} · {t(`likelihoods.${n}`)}
            </option>
          ))}
        </SelectField>
        <SelectField required label={t('impact')} {...form.field('impact')}>
          {SCALE.map((n) => (
            <option key={n} value={n}>
              {n} · {t(`impacts.${n}`)}
            </option>
          ))}
        </SelectField>
        {cell ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <span className="text-ink-2">{t('columns.score')}</span>
            <LevelMark level={cell.level} score={cell.likelihood * cell.impact} />
          </p>
        ) : null}
      </FormPart>
      <FormPart title={t('form.handling')} body={t('form.handlingBody')}>
        <SelectField required label={t('columns.response')} {...form.field('response')}>
          {RESPONSES.map((value) => (
            <option key={value} value={value}>
              {t(`responses.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextareaField
          rows={3}
          label={t('form.treatment')}
          hint={t('form.treatmentHint')}
          {...form.field('treatment')}
        />
        <SelectField
          required
          label={t('columns.owner')}
          hint={t('form.ownerHint')}
          {...form.field('owner_id')}
        >
          <option value="">{t('form.choose')}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Bound form={form} name="due_on">
          {(control) => (
            <DateTimeField
              required
              dateOnly
              label={t('columns.due')}
              hint={t('form.dueHint')}
              {...control}
            />
          )}
        </Bound>
        {current ? (
          <TextareaField
            rows={2}
            label={t('note')}
            hint={t('form.noteHint')}
            {...form.field('note')}
          />
        ) : null}
      </FormPart>
    </FormFrame>
  )
}

/** Enters a risk, or says anew what it is. */
export default function RiskFormScreen() {
  const { t } = useTranslation(['risks', 'activities'])
  const { href, ids } = useHere()
  const { riskId, jobId, supplierId } = ids
  const current = useQuery({ ...risk(riskId), enabled: !!riskId })
  const job = useQuery({ ...jobOf(jobId), enabled: !!jobId })
  const supplier = useQuery({ ...supplierOf(supplierId), enabled: !!supplierId })
  const reads = [useQuery(owners), useQuery(board)] as const
  const title = riskId ? t('edit') : t('activities:addRisk')
  return (
    <Load
      as="form"
      title={title}
      query={[...reads, riskId ? current : null, jobId ? job : null, supplierId ? supplier : null]}
    >
      {([people, figures, found, about, named]) => (
        <Page
          width="form"
          title={title}
          crumbs={[
            { label: t('register.title'), to: href('riskRegister', {}) },
            ...(found ? [{ label: found.title, to: href('risk', { riskId }) }] : []),
          ]}
        >
          <Form
            key={found?.version ?? 'new'}
            current={found}
            job={about ? { id: about.id, name: about.title } : null}
            supplier={named?.items[0] ?? null}
            people={people.items}
            cells={figures.cells}
          />
        </Page>
      )}
    </Load>
  )
}
