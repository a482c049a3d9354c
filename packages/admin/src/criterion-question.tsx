import type { Schemas } from '@zabuni/api/operator'
import { optionsFor, RESPONSE_TYPES, type ResponseType } from '@zabuni/api/response-types'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { Button, IconButton } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'

type Rule = Schemas['ResponseType']
type Bands = NonNullable<Schemas['QuestionForm']['bands']>

/** A question as it is typed. */
export type QuestionValues = {
  prompt: string
  help: string
  response_type: ResponseType
  must_answer: boolean
  scored: boolean
  max_score: string
  options: { label: string; score: string }[]
  /** Kept as they are: bands, the lowest score and the checks are set in the category. */
  rest: { goes_qa: boolean; goes_dd: boolean; min_score?: string; bands?: Bands }
}
/** A criterion as it is typed. */
export type CriterionValues = {
  name: string
  description: string
  weight: string
  questions: QuestionValues[]
}

const typed = (v: string | undefined) => (v === undefined ? '' : short(v))
const NONE = '00000000-0000-0000-0000-000000000000'

/** An empty question. */
export const newQuestion = (): QuestionValues => ({
  prompt: '',
  help: '',
  response_type: 'yes_no',
  must_answer: true,
  scored: false,
  max_score: '',
  options: [],
  rest: { goes_qa: false, goes_dd: false },
})

/** A stored question as it is typed. */
export const questionValues = (q: Schemas['Question']): QuestionValues => ({
  prompt: q.prompt,
  help: q.help,
  response_type: q.response_type,
  must_answer: q.must_answer,
  scored: q.scored,
  max_score: typed(q.max_score),
  options: (q.options ?? []).map((o) => ({ label: o.label, score: typed(o.score) })),
  rest: {
    goes_qa: q.goes_qa,
    goes_dd: q.goes_dd,
    ...(q.min_score === undefined ? {} : { min_score: q.min_score }),
    ...(q.bands ? { bands: q.bands } : {}),
  },
})

const listed = (type: string, rules: readonly Rule[]) => rules.find((r) => r.type === type)

/** A question as the server takes it; what its kind of answer does not have is left out. */
export const questionBody = (
  { rest, options, max_score, ...q }: QuestionValues,
  rules: readonly Rule[],
): Schemas['QuestionForm'] => {
  const rule = listed(q.response_type, rules)
  const has = rule?.options || (rule?.fixed.length && q.scored)
  return {
    ...q,
    section_id: NONE,
    goes_qa: rest.goes_qa,
    goes_dd: rest.goes_dd,
    ...(q.scored && max_score.trim() ? { max_score: max_score.trim() } : {}),
    ...(q.scored && rest.min_score ? { min_score: rest.min_score } : {}),
    ...(has
      ? {
          options: options.map((o) => ({
            label: o.label,
            ...(q.scored && o.score.trim() ? { score: o.score.trim() } : {}),
          })),
        }
      : {}),
    ...(rule?.bands && q.scored && rest.bands ? { bands: rest.bands } : {}),
  }
}

type Props = { form: ProblemForm<CriterionValues>; index: number }

const Options = ({ form, index, fixed }: Props & { fixed: boolean }) => {
  const { t } = useTranslation('admin')
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: `questions.${index}.options`,
  })
  const scored = form.watch(`questions.${index}.scored`)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t('criteria.options')}</legend>
      {fields.map((option, i) => (
        <div key={option.id} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <InputField
              label={t('criteria.option', { n: i + 1 })}
              readOnly={fixed}
              {...form.field(`questions.${index}.options.${i}.label`)}
            />
          </div>
          {scored ? (
            <div className="w-24">
              <Bound form={form} name={`questions.${index}.options.${i}.score`}>
                {(control) => <NumberField label={t('criteria.score')} {...control} />}
              </Bound>
            </div>
          ) : null}
          {fixed ? null : (
            <IconButton
              size="sm"
              label={t('criteria.removeOption', { n: i + 1 })}
              icon={<Trash2Icon aria-hidden="true" size={15} />}
              onClick={() => remove(i)}
            />
          )}
        </div>
      ))}
      {fixed ? null : (
        <div>
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden="true" size={15} />}
            onClick={() => append({ label: '', score: '' })}
          >
            {t('criteria.addOption')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** One question of a criterion. */
export const QuestionPart = ({
  form,
  index,
  types,
  onRemove,
}: Props & { types: readonly Rule[]; onRemove: (() => void) | undefined }) => {
  const { t } = useTranslation(['admin', 'sourcing'])
  const at = `questions.${index}` as const
  const [kind, scored] = [form.watch(`${at}.response_type`), form.watch(`${at}.scored`)]
  const rule = listed(kind, types)
  const fit = (type: string) =>
    form.setValue(`${at}.options`, optionsFor(listed(type, types), form.getValues(`${at}.options`)))
  const response = form.field(`${at}.response_type`)
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">
        {t('criteria.question', { n: index + 1 })}
      </legend>
      <TextareaField
        required
        rows={2}
        label={t('criteria.prompt')}
        {...form.field(`${at}.prompt`)}
      />
      <SelectField
        label={t('criteria.type')}
        {...response}
        onChange={(e) => {
          void response.onChange(e)
          fit(e.target.value)
        }}
      >
        {RESPONSE_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`sourcing:responses.${type}`)}
          </option>
        ))}
      </SelectField>
      <Checkbox label={t('criteria.must')} {...form.register(`${at}.must_answer`)} />
      <Checkbox
        label={t('criteria.scored')}
        {...form.register(`${at}.scored`, { onChange: () => fit(kind) })}
      />
      {scored ? (
        <Bound form={form} name={`${at}.max_score`}>
          {(control) => (
            <NumberField
              required
              label={t('criteria.maxScore')}
              className="max-w-40"
              {...control}
            />
          )}
        </Bound>
      ) : null}
      {rule?.options || (rule?.fixed.length && scored) ? (
        <Options form={form} index={index} fixed={!rule.options} />
      ) : null}
      {onRemove ? (
        <div className="flex justify-end">
          <Button size="sm" look="ghost" onClick={onRemove}>
            {t('criteria.removeQuestion', { n: index + 1 })}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
