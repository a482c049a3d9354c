import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { policies } from '@zabuni/activities/queries'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { optionsFor, RESPONSE_TYPES } from '@zabuni/api/response-types'
import { useTranslation } from '@zabuni/i18n'
import { isWire } from '@zabuni/i18n/decimal'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Bound, FormActions, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useFieldOfHash } from '../form-kit.tsx'
import { BandsEditor, OptionsEditor } from '../forms/question-scores.tsx'
import { type QuestionValues, questionBody, questionValues } from '../forms/question-values.ts'
import { QuestionPreview } from '../preview/question.tsx'
import { category, createQuestion, updateQuestion } from '../queries.ts'

type Category = Schemas['CategoryDetails']

const useSchema = () => {
  const { t } = useTranslation('errors')
  return useMemo(() => {
    const signed = z
      .string()
      .check(z.refine((v) => !v.trim() || isWire(v), { error: t('field.format') }))
    const number = z.string().check(
      z.refine((v) => !v.trim() || (isWire(v) && !v.startsWith('-')), {
        error: t('field.format'),
      }),
    )
    return z.object({
      section_id: z.string(),
      prompt: z.string().check(z.trim(), z.minLength(1, t('field.required'))),
      help: z.string(),
      response_type: z.enum(RESPONSE_TYPES),
      must_answer: z.boolean(),
      goes_qa: z.boolean(),
      goes_dd: z.boolean(),
      scored: z.boolean(),
      max_score: number,
      min_score: number,
      options: z.array(z.object({ label: z.string(), score: number })),
      bands: z.array(z.object({ lower: signed, upper: signed, score: number })),
    })
  }, [t])
}

type FormProps = {
  found: Category
  current: Schemas['Question'] | null
  sectionId: string
  table: Schemas['Activities']
  evaluated: boolean
}

const Form = ({ found, current, sectionId, table, evaluated }: FormProps) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { href } = useHere()
  const cache = useQueryClient()
  const back = href('questions', { categoryId: found.id, sectionId })
  const ruleOf = (type: string) => table.response_types.find((r) => r.type === type)
  const form = useProblemForm<QuestionValues>({
    keep: `question.${current?.id ?? sectionId}`,
    resolver: standardSchemaResolver(useSchema()),
    defaultValues: questionValues(current, sectionId),
    submit: async (values) => {
      const body = questionBody(values, ruleOf(values.response_type))
      if (current) await updateQuestion(found.id, current.id, body)
      else await createQuestion(found.id, body)
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      const next = href('questions', { categoryId: found.id, sectionId: values.section_id })
      kept.leave(next ?? back)
    },
  })
  const kept = useKept(form)
  useFieldOfHash(true)
  const values = form.watch()
  const rule = ruleOf(values.response_type)
  const type = form.field('response_type')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid min-w-0 gap-4">
        {kept.guard}
        <ErrorSummary form={form} />
        <FormPart title={t('question.part')}>
          <TextareaField
            required
            rows={2}
            label={t('question.prompt')}
            hint={t('question.promptHint')}
            {...form.field('prompt')}
          />
          <TextareaField
            rows={2}
            label={t('question.help')}
            hint={t('question.helpHint')}
            {...form.field('help')}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              label={t('question.type')}
              {...type}
              onChange={(e) => {
                void type.onChange(e)
                form.setValue('options', optionsFor(ruleOf(e.target.value), values.options), {
                  shouldDirty: true,
                })
              }}
            >
              {table.response_types.map((r) => (
                <option key={r.type} value={r.type}>
                  {t(`responses.${r.type}`)}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('question.section')} {...form.field('section_id')}>
              {found.sections.map((s) => (
                <option key={s.id} value={s.id}>
                  {s.parent_id ? `– ${s.name}` : s.name}
                </option>
              ))}
            </SelectField>
          </div>
          {rule?.options ? <OptionsEditor form={form} fixed={false} /> : null}
          <div className="grid gap-3">
            <Checkbox
              label={t('question.must')}
              hint={t('question.mustHint')}
              {...form.register('must_answer')}
            />
            <Checkbox
              label={t('question.qa')}
              hint={t('question.qaHint')}
              {...form.register('goes_qa')}
            />
            <Checkbox
              label={t('question.dd')}
              hint={t('question.ddHint')}
              {...form.register('goes_dd')}
            />
          </div>
        </FormPart>
        {evaluated ? (
          <FormPart title={t('question.scoring')} body={t('question.scoringBody')}>
            <Checkbox
              label={t('question.scored')}
              hint={t('question.scoredHint')}
              {...form.register('scored', {
                onChange: () =>
                  form.setValue('options', optionsFor(rule, form.getValues('options'))),
              })}
            />
            {values.scored ? (
              <>
                <div className="grid grid-cols-2 gap-5">
                  <Bound form={form} name="max_score">
                    {(control) => (
                      <NumberField required label={t('question.maxScore')} {...control} />
                    )}
                  </Bound>
                  <Bound form={form} name="min_score">
                    {(control) => (
                      <NumberField
                        label={t('question.minScore')}
                        hint={t('question.minScoreHint')}
                        {...control}
                      />
                    )}
                  </Bound>
                </div>
                {rule?.fixed.length ? <OptionsEditor form={form} fixed /> : null}
                {rule?.bands ? <BandsEditor form={form} /> : null}
                <p className="text-xs text-ink-3">
                  {rule?.options || rule?.fixed.length || values.bands.length
                    ? t('question.byRule')
                    : t('question.byPeople')}
                </p>
              </>
            ) : null}
          </FormPart>
        ) : null}
        <FormActions form={form} back={back} action={current ? undefined : t('question.add')} />
      </div>
      <section aria-label={t('preview.title')} className="grid gap-2 lg:sticky lg:top-16">
        <h2 className="text-sm font-medium text-ink-2">{t('preview.title')}</h2>
        <Card>
          <QuestionPreview question={values} />
        </Card>
      </section>
    </form>
  )
}

/** Creates or changes a question, beside what a supplier will see of it. */
export default function QuestionForm() {
  const { t } = useTranslation('sourcing')
  const { href, ids } = useHere()
  const { categoryId, sectionId, questionId } = ids
  const table = useQuery(policies)
  const query = useQuery(category(categoryId))
  const title = questionId ? t('question.editTitle') : t('question.createTitle')
  // The specification's path of a question names no category; without the link's query it cannot be found.
  if (!categoryId)
    return (
      <Page title={title}>
        <EmptyState title={t('question.noCategory')} body={t('question.noCategoryBody')} />
      </Page>
    )
  return (
    <Load as="form" query={table} title={title}>
      {(rules) => (
        <LoadRecord as="form" query={query} title={title}>
          {(found) => {
            const policy = rules.items.find((p) => p.activity === found.activity)
            const section = found.sections.find((s) => s.id === sectionId)
            const current = section?.questions.find((q) => q.id === questionId) ?? null
            const details = href('categoryDetails', { jobId: found.job_id, categoryId })
            const questions = href('questions', { categoryId, sectionId })
            const gone = !section || (questionId && !current)
            return (
              <Page
                title={title}
                crumbs={[
                  { label: found.name, to: to(details, { query: { tab: 'criteria' } }) },
                  ...(section ? [{ label: section.name, to: questions }] : []),
                ]}
              >
                {gone ? (
                  <EmptyState title={t('section.gone')} />
                ) : editable(found) ? (
                  <Form
                    found={found}
                    current={current}
                    sectionId={sectionId}
                    table={rules}
                    evaluated={!!policy?.steps.includes('evaluation')}
                  />
                ) : (
                  <Banner tone="warn">{t('category.frozen')}</Banner>
                )}
              </Page>
            )
          }}
        </LoadRecord>
      )}
    </Load>
  )
}
