import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { job } from '@zabuni/sourcing/queries'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useLetterLanguage } from '../parts.tsx'
import { saveTemplate, type Template, templates } from '../queries.ts'
import { KINDS, type Kind } from '../slots.ts'

const Form = ({
  template,
  jobId,
  back,
}: {
  template: Template
  jobId: string
  back: Address | null
}) => {
  const { t } = useTranslation(['letters', 'common'])
  const cache = useQueryClient()
  const { language, subject, body, footer, signature } = template
  const form = useProblemForm({
    keep: `letter.${jobId}.${template.kind}`,
    defaultValues: { language, subject, body, footer, signature },
    submit: async (values) => {
      await saveTemplate(jobId, template.kind, values)
      await cache.invalidateQueries({ queryKey: keys.job(jobId) })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const put = (name: string) => {
    const field = document.getElementsByName('body')[0] as HTMLTextAreaElement | undefined
    const text = form.getValues('body')
    const at = field?.selectionStart ?? text.length
    const next = `${text.slice(0, at)}{${name}}${text.slice(field?.selectionEnd ?? at)}`
    form.setValue('body', next, { shouldDirty: true })
    field?.focus()
  }
  return (
    <FormFrame form={form} guard={kept.guard} back={back}>
      <FormPart>
        <LanguageField
          label={t('template.language')}
          hint={t('template.languageHint')}
          {...form.field('language')}
        />
        <InputField
          required
          label={t('template.subject')}
          maxLength={200}
          {...form.field('subject')}
        />
        <TextareaField
          required
          label={t('template.body')}
          hint={t('template.bodyHint')}
          rows={12}
          maxLength={8000}
          {...form.field('body')}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('template.placeholders')}</legend>
          <div className="flex flex-wrap gap-2">
            {template.placeholders.map((name) => (
              <Button key={name} size="sm" onClick={() => put(name)}>
                <code>{`{${name}}`}</code>
              </Button>
            ))}
          </div>
          <p className="text-xs text-ink-3">{t('template.placeholdersHint')}</p>
        </fieldset>
        <InputField
          label={t('template.footer')}
          hint={t('template.footerHint')}
          maxLength={300}
          {...form.field('footer')}
        />
        <TextareaField
          label={t('template.signature')}
          hint={t('template.signatureHint')}
          rows={2}
          maxLength={300}
          {...form.field('signature')}
        />
      </FormPart>
    </FormFrame>
  )
}

/** Writes the words of a job's letters of one kind. */
export default function TemplateForm() {
  const { t } = useTranslation('letters')
  const { slot, ids, href } = useHere()
  const { jobId } = ids
  const kind: Kind = KINDS.find((k) => slot.startsWith(k)) ?? 'custom'
  const query = useQuery(templates(jobId, useLetterLanguage()))
  const back = href('jobLetters', { jobId })
  return (
    <LoadRecord as="form" query={useQuery(job(jobId))} title={t('templates.title')}>
      {() => (
        <Load as="form" query={query} title={t('templates.title')}>
          {(all) => {
            const template = all.find((one) => one.kind === kind)
            return (
              <Page
                width="form"
                title={t(`template.titles.${kind}`)}
                subtitle={t('template.note')}
                crumbs={[{ label: t('templates.title'), to: back }]}
              >
                {template ? <Form template={template} jobId={jobId} back={back} /> : null}
              </Page>
            )
          }}
        </Load>
      )}
    </LoadRecord>
  )
}
