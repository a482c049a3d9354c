import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import {
  type MailTemplate,
  previewTemplate,
  resetTemplate,
  saveTemplate,
  type Wording,
} from './queries.ts'

type Values = { subject: string; body: string }

const wordingOf = (v: Values): Wording => ({
  subject: v.subject,
  body: v.body
    .split(/\n\s*\n/)
    .map((p) => p.trim())
    .filter(Boolean),
})
// The server names the paragraph; the form has one box for all of them.
const nameOf = (pointer: string) => (pointer.startsWith('/body') ? 'body' : 'subject')

/** The words of one e-mail: what it says, what it may name, how it will read. */
export const TemplateForm = ({
  template,
  back,
  onChanged,
}: {
  template: MailTemplate
  back: string
  onChanged: () => Promise<unknown>
}) => {
  const { t, i18n } = useTranslation('mail')
  const { t: common } = useTranslation()
  const [preview, setPreview] = useState<{ subject: string; text: string }>()
  const [intent, setIntent] = useState<'save' | 'preview'>('save')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useProblemForm<Values>({
    defaultValues: { subject: template.subject, body: template.body.join('\n\n') },
    nameOf,
    submit: async (values) => {
      if (intent === 'preview')
        return setPreview(await previewTemplate(template, wordingOf(values)))
      await saveTemplate(template, wordingOf(values))
      toast('ok', t('templates.saved'))
      await onChanged()
    },
  })
  const reset = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await resetTemplate(template)
      toast('ok', t('templates.resetDone'))
      await onChanged()
    } catch (error) {
      setFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      width="form"
      crumbs={[{ label: t('templates.title'), to: back }]}
      title={t(`kind.${template.kind}`)}
      status={
        <Badge tone={template.own ? 'info' : 'neutral'}>
          {t(template.own ? 'templates.own' : 'templates.builtIn')}
        </Badge>
      }
      subtitle={LANGUAGES[template.language]}
    >
      <div className="grid gap-4">
        {template.statutory ? <Banner tone="info">{t('templates.statutoryNote')}</Banner> : null}
        <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
          <ErrorSummary form={form} />
          {failure ? <Banner tone="bad">{failure}</Banner> : null}
          <Card
            footer={
              <div className="flex flex-wrap justify-end gap-2">
                {template.own ? (
                  <Button busy={busy} onClick={() => void reset()}>
                    {t('templates.reset')}
                  </Button>
                ) : null}
                <Button
                  type="submit"
                  busy={form.busy && intent === 'preview'}
                  onClick={() => setIntent('preview')}
                >
                  {t('templates.preview')}
                </Button>
                <Button
                  type="submit"
                  look="primary"
                  busy={form.busy && intent === 'save'}
                  onClick={() => setIntent('save')}
                >
                  {common('actions.save')}
                </Button>
              </div>
            }
          >
            <div className="grid gap-4" lang={template.language}>
              <InputField label={t('templates.subject')} required {...form.field('subject')} />
              <TextareaField
                label={t('templates.body')}
                hint={t('templates.bodyHint')}
                required
                rows={12}
                {...form.field('body')}
              />
              <div className="grid gap-1.5 text-sm">
                <span className="text-ink-2">{t('templates.placeholders')}</span>
                <ul className="flex flex-wrap gap-1.5">
                  {template.placeholders.map((name) => (
                    <li
                      key={name}
                      className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs"
                    >{`{{${name}}}`}</li>
                  ))}
                </ul>
              </div>
            </div>
          </Card>
        </form>
        {preview ? (
          <Card title={t('templates.preview')}>
            <section
              aria-label={t('templates.preview')}
              lang={template.language}
              className="grid gap-3"
            >
              <p className="font-semibold">{preview.subject}</p>
              <p className="text-sm break-words whitespace-pre-wrap">{preview.text}</p>
            </section>
          </Card>
        ) : null}
      </div>
    </Page>
  )
}
