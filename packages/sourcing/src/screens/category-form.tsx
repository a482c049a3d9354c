import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { policies } from '@zabuni/activities/queries'
import { editable } from '@zabuni/activities/status'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import { countries } from '@zabuni/api/countries'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { isWire, more } from '@zabuni/i18n/decimal'
import { isDay } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { FormFrame, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useFieldOfHash } from '../form-kit.tsx'
import { MoneyPart, SubjectPart, TimePart, WeighingPart } from '../forms/category-parts.tsx'
import {
  bodyOf,
  type CategoryValues,
  fieldsOf,
  type Step,
  valuesOf,
} from '../forms/category-values.ts'
import { StepsPart } from '../forms/steps-part.tsx'
import { category, createCategory, job, updateCategory } from '../queries.ts'

const useSchema = () => {
  const { t } = useTranslation(['common', 'errors', 'console'])
  return useMemo(() => {
    const required = t('errors:field.required')
    const needed = z.string().check(z.minLength(1, required))
    const moment = needed.check(
      z.refine((v) => isDay(v.slice(0, 10)), {
        error: t('console:form.notDate', { example: '31-12-2026' }),
      }),
    )
    const percent = z.string().check(
      z.refine((v) => !v.trim() || isWire(v), { error: t('errors:field.format'), abort: true }),
      z.refine((v) => !more(v, '100'), { error: t('console:form.max100') }),
    )
    return z.object({
      name: z.string().check(z.trim(), z.minLength(1, required)),
      number: z.string(),
      category_type_id: z.nullable(z.object({ id: z.string(), name: z.string() })),
      group: z.string(),
      description: z.string(),
      instructions: z.string(),
      currency: needed,
      bid_fee: z.string(),
      estimate: z.string(),
      opens_at: moment,
      closes_at: moment,
      pass_mark: percent,
      technical_weight: percent,
      financial_weight: percent,
      price_formula: z.string(),
      openers: z.string(),
      invited_only: z.boolean(),
      reserved_for: z.string(),
      without: z.array(z.custom<Step>((step) => typeof step === 'string')),
    })
  }, [t])
}

type FormProps = {
  found: Schemas['JobDetails']
  current: Schemas['CategoryDetails'] | null
  table: Schemas['Activities']
  lands: readonly Schemas['Country'][]
}

const Form = ({ found, current, table, lands }: FormProps) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { activity, href } = useActivity()
  const cache = useQueryClient()
  const policy = table.items.find((p) => p.activity === activity)
  const regime = table.regimes.find((r) => r.code === found.regime)
  const minDays = regime?.min_open_days[activity] ?? 0
  const zone = found.timezone
  const back = current
    ? href('categoryDetails', { jobId: found.id, categoryId: current.id })
    : href('details', { jobId: found.id })
  const form = useProblemForm<CategoryValues>({
    keep: `category.${current ? `${current.id}.${current.version}` : found.id}`,
    resolver: standardSchemaResolver(useSchema()),
    defaultValues: valuesOf(current, {
      zone,
      currency: session()?.currency || lands[0]?.currency || '',
      openers: policy?.openers ?? 1,
      without: policy?.usually_without ?? [],
      minDays,
      now: serverNow(),
    }),
    submit: async (values) => {
      const body = bodyOf(values, policy ? fieldsOf(policy, values.without) : [], zone)
      let id = current?.id
      if (current) await updateCategory(current.id, { ...body, version: current.version })
      else {
        const path = { job_id: found.id }
        const made = await data(createCategory(path.job_id, body))
        id = made.id
      }
      void cache.invalidateQueries({ queryKey: keys.sourcing })
      const to = href('categoryDetails', { jobId: found.id, categoryId: id ?? '' })
      kept.leave(to)
    },
  })
  const kept = useKept(form)
  useFieldOfHash(true)
  const fields = policy ? fieldsOf(policy, form.watch('without')) : []
  const props = { form, fields }
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : t('category.add')}
    >
      <SubjectPart {...props} />
      {policy && fields.includes('without') ? <StepsPart form={form} policy={policy} /> : null}
      <TimePart {...props} zone={zone} minDays={minDays} />
      <MoneyPart {...props} countries={lands} />
      <WeighingPart {...props} formulas={table.price_formulas} />
    </FormFrame>
  )
}

/** Creates or changes a category. */
export default function CategoryForm() {
  const { t } = useTranslation('sourcing')
  const { word, href, ids } = useActivity()
  const { jobId, categoryId } = ids
  const table = useQuery(policies)
  const lands = useQuery(countries)
  const found = useQuery(job(jobId))
  const current = useQuery(category(categoryId))
  const title = categoryId ? t('categoryForm.editTitle') : t('categoryForm.createTitle')
  const crumbs = (jobTitle: string, own?: string) => [
    { label: word('list'), to: href('list') },
    { label: jobTitle, to: href('details', { jobId }) },
    ...(own ? [{ label: own, to: href('categoryDetails', { jobId, categoryId }) }] : []),
  ]
  const within = (c: Schemas['CategoryDetails'] | null) => (
    <LoadRecord as="form" query={found} title={title}>
      {(of) => (
        <Load as="form" query={[table, lands]} title={title}>
          {([rules, all]) => (
            <Page width="form" title={title} crumbs={crumbs(of.title, c?.name)}>
              {c && !editable(c) ? (
                <Banner tone="warn">{t('category.frozen')}</Banner>
              ) : (
                <Form key={c?.version ?? 0} found={of} current={c} table={rules} lands={all} />
              )}
            </Page>
          )}
        </Load>
      )}
    </LoadRecord>
  )
  // A category knows its job better than the address does.
  return categoryId ? (
    <LoadRecord as="form" query={current} title={title}>
      {within}
    </LoadRecord>
  ) : (
    within(null)
  )
}
