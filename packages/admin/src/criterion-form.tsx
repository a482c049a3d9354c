import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { PlusIcon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useParams } from 'react-router'
import {
  type CriterionValues,
  newQuestion,
  QuestionPart,
  questionBody,
  questionValues,
} from './criterion-question.tsx'
import {
  activities,
  type Criterion,
  createCriterion,
  criterion,
  updateCriterion,
} from './queries.ts'

const Form = ({
  typeId,
  current,
  table,
}: {
  typeId: string
  current: Criterion | undefined
  table: Schemas['Activities']
}) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const back = `/zabuni/category_types/view/${typeId}`
  const form = useProblemForm<CriterionValues>({
    keep: `criterion.${current?.id ?? typeId}`,
    defaultValues: {
      name: current?.name ?? '',
      description: current?.description ?? '',
      weight: current?.weight ? short(current.weight) : '',
      questions: current ? current.questions.map(questionValues) : [newQuestion()],
    },
    submit: async ({ weight, questions, ...values }) => {
      const body = {
        ...values,
        ...(weight.trim() ? { weight: weight.trim() } : {}),
        ...(current ? { version: current.version } : {}),
        questions: questions.map((q) => questionBody(q, table.response_types)),
      }
      if (current) await updateCriterion(typeId, current.id, body)
      else await createCriterion(typeId, body)
      await cache.invalidateQueries({ queryKey: keys.companies })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'questions' })
  return (
    <FormCard form={form} back={back} guard={kept.guard}>
      <InputField required label={t('criteria.name')} maxLength={200} {...form.field('name')} />
      <TextareaField rows={2} label={t('description')} {...form.field('description')} />
      <Bound form={form} name="weight">
        {(control) => (
          <NumberField
            label={t('criteria.weight')}
            hint={t('criteria.weightHint')}
            className="max-w-40"
            {...control}
          />
        )}
      </Bound>
      {fields.map((field, i) => (
        <QuestionPart
          key={field.id}
          form={form}
          index={i}
          types={table.response_types}
          onRemove={fields.length > 1 ? () => remove(i) : undefined}
        />
      ))}
      <div>
        <Button
          icon={<PlusIcon aria-hidden="true" size={15} />}
          onClick={() => append(newQuestion())}
        >
          {t('criteria.addQuestion')}
        </Button>
      </div>
    </FormCard>
  )
}

/** Creates or changes a criterion of a kind of supply: a section with its questions. */
export default function CriterionForm() {
  const { t } = useTranslation('admin')
  const { categoryTypeId: typeId = '', criteriaId: id = '' } = useParams()
  const table = useQuery(activities)
  const query = useQuery({ ...criterion(typeId, id), enabled: !!id })
  const title = t(id ? 'criteria.edit' : 'criteria.create')
  const page = (rules: Schemas['Activities'], current: Criterion | undefined) => (
    <Page
      width="form"
      title={title}
      subtitle={t('criteria.note')}
      crumbs={[
        { label: t('types.title'), to: '/zabuni/category_types' },
        { label: t('criteria.title'), to: `/zabuni/category_types/view/${typeId}` },
      ]}
    >
      <Form key={current?.version} typeId={typeId} current={current} table={rules} />
    </Page>
  )
  return (
    <Load as="form" query={[table, id ? query : null]} title={title}>
      {([rules, current]) => page(rules, current ?? undefined)}
    </Load>
  )
}
