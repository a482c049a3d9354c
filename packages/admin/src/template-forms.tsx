import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { FileDrop } from '@zabuni/ui/file-drop'
import { FormFrame } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { type ProblemForm, Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { addTemplateVersion, createDocumentTemplate, type Template } from './queries.ts'

/** What a template may be of. */
export const CATEGORIES = [
  'solicitation',
  'instructions',
  'contract',
  'evaluation',
  'letter',
  'other',
] as const
/** As the server takes it. */
const MAX_BYTES = 8 * 1024 * 1024

type NewTemplate = {
  name: string
  category: Template['category']
  description: string
  file: string
}
type NewVersion = { note: string; file: string }

const FileField = ({
  file,
  onPick,
  error,
}: {
  file: File | undefined
  onPick: (file: File | undefined) => void
  error: string | undefined
}) => {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-1">
      <FileDrop
        label={t('templates.file')}
        files={file ? [{ id: 'file', name: file.name, size: file.size }] : []}
        onPick={([picked]) => onPick(picked)}
        onRemove={() => onPick(undefined)}
        maxBytes={MAX_BYTES}
        multiple={false}
      />
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** A template with its first version. */
export const TemplateForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['admin', 'common', 'errors'])
  const [file, setFile] = useState<File>()
  const form: ProblemForm<NewTemplate> = useProblemForm<NewTemplate>({
    defaultValues: { name: '', category: 'solicitation', description: '', file: '' },
    submit: async ({ name, category, description }) => {
      if (!file) throw new Refused(['file'])
      await createDocumentTemplate({ name, category, description }, file)
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} action={t('templates.add')}>
      <InputField required label={t('name')} maxLength={120} {...form.field('name')} />
      <SelectField required label={t('templates.category')} {...form.field('category')}>
        {CATEGORIES.map((c) => (
          <option key={c} value={c}>
            {t(`templates.categories.${c}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField rows={2} label={t('description')} {...form.field('description')} />
      <FileField
        file={file}
        onPick={(picked) => {
          form.clearErrors('file')
          setFile(picked)
        }}
        error={form.field('file').error}
      />
    </FormFrame>
  )
}

/** A new version of a template; the others stay. */
export const VersionForm = ({ of: template, onDone }: { of: Template; onDone: () => void }) => {
  const { t } = useTranslation(['admin', 'common', 'errors'])
  const [file, setFile] = useState<File>()
  const form: ProblemForm<NewVersion> = useProblemForm<NewVersion>({
    defaultValues: { note: '', file: '' },
    submit: async ({ note }) => {
      if (!file) throw new Refused(['file'])
      await addTemplateVersion(template.id, note, file)
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} action={t('templates.addVersion')}>
      <FileField
        file={file}
        onPick={(picked) => {
          form.clearErrors('file')
          setFile(picked)
        }}
        error={form.field('file').error}
      />
      <InputField label={t('templates.noteOfVersion')} maxLength={500} {...form.field('note')} />
    </FormFrame>
  )
}
