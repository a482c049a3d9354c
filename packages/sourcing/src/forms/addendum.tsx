import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatMoment } from '@zabuni/i18n/format'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { type ProblemForm, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { XIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { issueAddendum } from '../queries.ts'

type Found = Schemas['CategoryDetails']
type Values = {
  id: string
  title: string
  text: string
  closes_at: string
  instructions: string
  items: Schemas['ItemChange'][]
  questions: Schemas['QuestionChange'][]
}

const questionsOf = (found: Found) => found.sections.flatMap((s) => s.questions)

const ONLY = 50

/** One thing that is to read otherwise. */
const Part = ({
  title,
  onRemove,
  children,
}: {
  title: string
  onRemove: () => void
  children: ReactNode
}) => {
  const { t } = useTranslation('sourcing')
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-sm font-medium break-words">{title}</p>
        <IconButton
          label={t('addenda.leave', { name: title })}
          icon={<XIcon aria-hidden="true" size={15} />}
          onClick={onRemove}
        />
      </div>
      {children}
    </fieldset>
  )
}

const Parts = ({ form, found }: { form: ProblemForm<Values>; found: Found }) => {
  const { t } = useTranslation('sourcing')
  const items = useFieldArray({ control: form.control, name: 'items', keyName: 'key' })
  const questions = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' })
  const asked = questionsOf(found)
  const taken = new Set([...items.fields, ...questions.fields].map((x) => x.id))
  const all: Choice[] = [
    ...found.items.map((x) => ({ id: x.id, name: `${x.number} · ${x.description}` })),
    ...asked.map((x) => ({ id: x.id, name: x.prompt })),
  ]
  if (!all.length) return null
  const nameOf = (id: string) => all.find((x) => x.id === id)?.name ?? ''
  const add = (choice: Choice | null) => {
    const item = found.items.find((x) => x.id === choice?.id)
    const question = asked.find((x) => x.id === choice?.id)
    if (item)
      items.append({
        id: item.id,
        description: item.description,
        unit: item.unit,
        quantity: short(item.quantity),
      })
    else if (question) {
      const { id, prompt, help, must_answer } = question
      questions.append({ id, prompt, help, must_answer })
    }
  }
  return (
    <>
      {items.fields.map((x, i) => (
        <Part key={x.key} title={nameOf(x.id)} onRemove={() => items.remove(i)}>
          <TextareaField
            required
            rows={2}
            label={t('addenda.description')}
            {...form.field(`items.${i}.description`)}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Bound form={form} name={`items.${i}.quantity`}>
              {(control) => <NumberField required label={t('addenda.quantity')} {...control} />}
            </Bound>
            <InputField required label={t('addenda.unit')} {...form.field(`items.${i}.unit`)} />
          </div>
        </Part>
      ))}
      {questions.fields.map((x, i) => (
        <Part key={x.key} title={nameOf(x.id)} onRemove={() => questions.remove(i)}>
          <TextareaField
            required
            rows={2}
            label={t('addenda.prompt')}
            {...form.field(`questions.${i}.prompt`)}
          />
          <TextareaField
            rows={2}
            label={t('addenda.help')}
            {...form.field(`questions.${i}.help`)}
          />
          <Checkbox label={t('addenda.must')} {...form.register(`questions.${i}.must_answer`)} />
        </Part>
      ))}
      <ComboboxField
        label={t('addenda.add')}
        hint={t('addenda.addHint')}
        value={null}
        onChange={add}
        search={async (typed) =>
          all
            .filter(
              (x) => !taken.has(x.id) && x.name.toLowerCase().includes(typed.trim().toLowerCase()),
            )
            .slice(0, ONLY)
        }
      />
    </>
  )
}

// Sent with the same id until it has arrived: what is sent again counts once.
/** Writes an addendum, says what it does to bids, and issues it. */
export const AddendumForm = ({
  found,
  earliest,
  onDone,
}: {
  found: Found
  earliest: string
  onDone: () => void
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const [asks, setAsks] = useState(false)
  const zone = found.timezone
  const form = useProblemForm<Values>({
    keep: `addendum.${found.id}.${found.version}`,
    defaultValues: {
      id: newId(),
      title: '',
      text: '',
      closes_at: toWall(found.closes_at, zone),
      instructions: found.instructions,
      items: [],
      questions: [],
    },
    submit: async ({ id, closes_at, instructions, ...values }) => {
      const closes = fromWall(closes_at, zone)
      await issueAddendum(found.id, id, {
        ...values,
        version: found.version,
        ...(closes === fromWall(toWall(found.closes_at, zone), zone) ? {} : { closes_at: closes }),
        ...(instructions.trim() === found.instructions.trim() ? {} : { instructions }),
      })
      form.kept.forget()
      toast('ok', t('addenda.issued'))
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      onDone()
    },
  })
  const { guard } = useKept(form)
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-4 border-b border-line p-4"
    >
      {guard}
      <p className="max-w-prose text-sm text-ink-2">{t('addenda.note')}</p>
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <InputField
        required
        maxLength={200}
        label={t('addenda.heading')}
        hint={t('addenda.headingHint')}
        {...form.field('title')}
      />
      <TextareaField
        required
        rows={4}
        maxLength={10000}
        label={t('addenda.text')}
        {...form.field('text')}
      />
      <TextareaField
        rows={4}
        maxLength={20000}
        label={t('addenda.instructions')}
        {...form.field('instructions')}
      />
      <Parts form={form} found={found} />
      <Bound form={form} name="closes_at">
        {(control) => (
          <DateTimeField
            required
            label={t('extend.closesAt', { zone })}
            hint={t('addenda.earliest', { at: formatMoment(earliest, zone) })}
            {...control}
          />
        )}
      </Bound>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('common:actions.back')}</Button>
        <Button look="primary" busy={form.busy} onClick={() => setAsks(true)}>
          {t('addenda.issue')}
        </Button>
      </div>
      <AskDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('addenda.sure')}
        description={t('addenda.sureBody')}
        action={t('addenda.issue')}
        send={() => {
          setAsks(false)
          ref.current?.requestSubmit()
        }}
      />
    </form>
  )
}
