import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { actText } from '@zabuni/i18n/problem'
import { Button, IconButton } from '@zabuni/ui/button'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { FileDrop } from '@zabuni/ui/file-drop'
import { Bound } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { listError, type ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { PlusIcon, XIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Path, useFieldArray } from 'react-hook-form'
import { addAttachment } from '../queries.ts'
import { questionsOf, readOf } from './addendum-read.ts'
import { type AddendumValues, type Found, TYPES } from './addendum-values.ts'

const ONLY = 50
const MAX_BYTES = 20_000_000

type Props = { form: ProblemForm<AddendumValues>; found: Found }

const Refused = ({
  form,
  name,
}: {
  form: ProblemForm<AddendumValues>
  name: Path<AddendumValues>
}) => {
  const text = listError(form, name)
  return text ? (
    <p role="alert" className="text-xs text-bad">
      {text}
    </p>
  ) : null
}

/** One thing that is to read otherwise, that comes, or that goes. */
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

const Added = ({
  list,
  title,
  add,
  children,
}: {
  list: readonly { key: string }[]
  title: string
  add: { label: string; act: () => void; remove: (i: number) => void }
  children: (i: number) => ReactNode
}) => (
  <>
    {list.map((x, i) => (
      <Part key={x.key} title={`${title} ${i + 1}`} onRemove={() => add.remove(i)}>
        {children(i)}
      </Part>
    ))}
    <div>
      <Button size="sm" icon={<PlusIcon aria-hidden="true" size={15} />} onClick={add.act}>
        {add.label}
      </Button>
    </div>
  </>
)

const NewItems = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation('sourcing')
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'new_items',
    keyName: 'key',
  })
  return (
    <Added
      list={fields}
      title={t('addenda.newItem')}
      add={{
        label: t('addenda.addItem'),
        act: () => append({ number: '', description: '', unit: '', quantity: '' }),
        remove,
      }}
    >
      {(i) => (
        <>
          <div className="grid gap-3 sm:grid-cols-3">
            <InputField
              required
              maxLength={30}
              label={t('items.number')}
              {...form.field(`new_items.${i}.number`)}
            />
            <Bound form={form} name={`new_items.${i}.quantity`}>
              {(control) => <NumberField required label={t('addenda.quantity')} {...control} />}
            </Bound>
            <InputField required label={t('addenda.unit')} {...form.field(`new_items.${i}.unit`)} />
          </div>
          <TextareaField
            required
            rows={2}
            label={t('addenda.description')}
            {...form.field(`new_items.${i}.description`)}
          />
        </>
      )}
    </Added>
  )
}

const NewQuestions = ({ form, found }: Props) => {
  const { t } = useTranslation('sourcing')
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'new_questions',
    keyName: 'key',
  })
  const first = found.sections[0]
  if (!first) return null
  return (
    <Added
      list={fields}
      title={t('addenda.newQuestion')}
      add={{
        label: t('addenda.addQuestion'),
        act: () =>
          append({
            section_id: first.id,
            prompt: '',
            help: '',
            response_type: 'textbox',
            options: '',
            must_answer: true,
            goes_qa: false,
          }),
        remove,
      }}
    >
      {(i) => {
        const chosen = TYPES.find((x) => x.type === form.watch(`new_questions.${i}.response_type`))
        return (
          <>
            <TextareaField
              required
              rows={2}
              label={t('addenda.prompt')}
              {...form.field(`new_questions.${i}.prompt`)}
            />
            <TextareaField
              rows={2}
              label={t('addenda.help')}
              {...form.field(`new_questions.${i}.help`)}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField
                label={t('question.type')}
                {...form.field(`new_questions.${i}.response_type`)}
              >
                {TYPES.map((x) => (
                  <option key={x.type} value={x.type}>
                    {t(`responses.${x.type}`)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t('question.section')}
                {...form.field(`new_questions.${i}.section_id`)}
              >
                {found.sections.map((s) => (
                  <option key={s.id} value={s.id}>
                    {s.parent_id ? `– ${s.name}` : s.name}
                  </option>
                ))}
              </SelectField>
            </div>
            {chosen?.options ? (
              <TextareaField
                required
                rows={3}
                label={t('question.options')}
                hint={t('addenda.optionsHint')}
                {...form.field(`new_questions.${i}.options`)}
              />
            ) : null}
            <Checkbox
              label={t('addenda.must')}
              {...form.register(`new_questions.${i}.must_answer`)}
            />
            <Checkbox label={t('question.qa')} {...form.register(`new_questions.${i}.goes_qa`)} />
          </>
        )
      }}
    </Added>
  )
}

const Files = ({ form, found }: Props) => {
  const { t, i18n } = useTranslation(['sourcing', 'common'])
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'files',
    keyName: 'key',
  })
  const [coming, setComing] = useState<readonly { id: string; file: File; error?: string }[]>([])
  const put = (id: string, error?: string) =>
    setComing((all) =>
      error === undefined
        ? all.filter((x) => x.id !== id)
        : all.map((x) => (x.id === id ? { ...x, error } : x)),
    )
  const send = async ({ id, file }: { id: string; file: File }) => {
    try {
      await addAttachment(found.id, { id, name: file.name, file }, form.getValues('id'))
      append({ id, name: file.name, size: file.size })
      put(id)
      return true
    } catch (error) {
      put(id, actText(error, i18n))
      return false
    }
  }
  const pick = (files: File[]) => {
    const made = files.map((file) => ({ id: newId(), file }))
    setComing((all) => [...all, ...made])
    form.wait(
      made.reduce<Promise<boolean>>(
        async (before, one) => (await before) && (await send(one)),
        Promise.resolve(true),
      ),
    )
  }
  const known = new Set<string>(fields.map((x) => x.id))
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{t('addenda.files')}</p>
      {found.attachments.map((x) => (
        <Checkbox
          key={x.id}
          label={t('addenda.goneFile', { name: x.name })}
          {...form.register(`gone.${x.id}`)}
        />
      ))}
      <FileDrop
        label={t('addenda.addFiles')}
        hint={t('addenda.filesHint')}
        files={[
          ...fields.map(({ id, name, size }) => ({ id, name, size })),
          ...coming.map(({ id, file, error }) => ({
            id,
            name: file.name,
            size: file.size,
            ...(error === undefined ? { percent: 0 } : { error }),
          })),
        ]}
        onPick={pick}
        onRemove={(id) => (known.has(id) ? remove(fields.findIndex((x) => x.id === id)) : put(id))}
        maxBytes={MAX_BYTES}
      />
      <Refused form={form} name="files" />
    </div>
  )
}

/** What changes, comes and goes of what is asked. */
export const Parts = ({ form, found }: Props) => {
  const { t } = useTranslation('sourcing')
  const items = useFieldArray({ control: form.control, name: 'items', keyName: 'key' })
  const questions = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' })
  const asked = questionsOf(found)
  const taken = new Set([...items.fields, ...questions.fields].map((x) => x.id))
  const all: Choice[] = [
    ...found.items.map((x) => ({ id: x.id, name: `${x.number} · ${x.description}` })),
    ...asked.map((x) => ({ id: x.id, name: x.prompt })),
  ]
  const nameOf = (id: string) => all.find((x) => x.id === id)?.name ?? ''
  const add = (choice: Choice | null) => {
    const read = readOf(found)
    const item = read.items.find((x) => x.id === choice?.id)
    const question = read.questions.find((x) => x.id === choice?.id)
    if (item) items.append({ ...item, gone: false })
    else if (question) questions.append({ ...question, gone: false })
  }
  return (
    <>
      {items.fields.map((x, i) => (
        <Part key={x.key} title={nameOf(x.id)} onRemove={() => items.remove(i)}>
          <Checkbox label={t('addenda.takeAway')} {...form.register(`items.${i}.gone`)} />
          <Refused form={form} name={`items.${i}.gone`} />
          {form.watch(`items.${i}.gone`) ? null : (
            <>
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
            </>
          )}
        </Part>
      ))}
      {questions.fields.map((x, i) => (
        <Part key={x.key} title={nameOf(x.id)} onRemove={() => questions.remove(i)}>
          {asked.find((q) => q.id === x.id)?.scored ? (
            <p className="text-xs text-ink-3">{t('addenda.stays')}</p>
          ) : (
            <Checkbox label={t('addenda.takeAway')} {...form.register(`questions.${i}.gone`)} />
          )}
          <Refused form={form} name={`questions.${i}.gone`} />
          {form.watch(`questions.${i}.gone`) ? null : (
            <>
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
              <Checkbox
                label={t('addenda.must')}
                {...form.register(`questions.${i}.must_answer`)}
              />
            </>
          )}
        </Part>
      ))}
      {all.length ? (
        <ComboboxField
          label={t('addenda.add')}
          hint={t('addenda.addHint')}
          value={null}
          onChange={add}
          search={async (typed) =>
            all
              .filter(
                (x) =>
                  !taken.has(x.id) && x.name.toLowerCase().includes(typed.trim().toLowerCase()),
              )
              .slice(0, ONLY)
          }
        />
      ) : null}
      {found.items.length ? <NewItems form={form} /> : null}
      <NewQuestions form={form} found={found} />
      <Files form={form} found={found} />
      <Refused form={form} name="other" />
    </>
  )
}
