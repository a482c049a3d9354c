import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { InputField } from '@zabuni/ui/field'
import { FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { nameless, treeOf } from '../rich/tree.ts'
import { wasOvertaken } from './overtaken.ts'
import { Overtaken } from './parts.tsx'
import { createTemplate, type Template, template, updateTemplate } from './queries.ts'
import { Parts, type Values } from './template-parts.tsx'

const valuesOf = (of: Template, copy: boolean): Values => ({
  name: of.name,
  description: of.description,
  language: of.language,
  parts: of.parts.map(({ section_id = '', version = 0, title, body }) => ({
    section_id,
    version,
    title,
    body: section_id ? '' : copy ? JSON.stringify(nameless(treeOf(body))) : body,
  })),
})

const Form = ({
  current,
  copy,
}: {
  current?: Template | undefined
  copy?: Template | undefined
}) => {
  const { t, i18n } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const [theirs, setTheirs] = useState<Template>()
  const begin = current ?? copy
  const back = current
    ? href('contractTemplate', { templateId: current.id })
    : href('contractTemplates')
  const form = useProblemForm<Values>({
    keep: `template.${current?.id ?? copy?.id ?? 'new'}.${current?.version ?? 0}`,
    defaultValues: begin
      ? valuesOf(begin, !current)
      : { name: '', description: '', language: i18n.language as Values['language'], parts: [] },
    submit: async ({ parts, ...values }) => {
      const body = {
        ...values,
        parts: parts.map(({ section_id, version, title, body: text }) =>
          section_id ? { section_id, version } : { title, body: text },
        ),
      }
      try {
        if (current) await updateTemplate(current.id, (theirs ?? current).newest, body)
        else await createTemplate(body)
      } catch (error) {
        if (current && wasOvertaken(error))
          setTheirs(await cache.fetchQuery({ ...template(current.id), staleTime: 0 }))
        throw error
      }
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormFrame form={form} guard={kept.guard} back={back}>
      {theirs
        ? theirs.parts.map((part, i) => (
            <Overtaken key={i} version={theirs.version} title={part.title} text={part.body} />
          ))
        : null}
      <FormPart>
        <InputField required label={t('templates.name')} maxLength={200} {...form.field('name')} />
        <TextareaField
          label={t('form.description')}
          maxLength={2000}
          {...form.field('description')}
        />
        <LanguageField required label={t('library.language')} {...form.field('language')} />
      </FormPart>
      <Parts form={form} />
    </FormFrame>
  )
}

/** Writes a template, a new version of one, or one's own of the platform's. */
export default function TemplateFormScreen() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const [address] = useSearchParams()
  const of = ids.templateId || (address.get('from') ?? '')
  const query = useQuery({ ...template(of), enabled: !!of })
  const title = t(ids.templateId ? 'templates.update' : 'templates.create')
  const page = (current?: Template, copy?: Template) => (
    <Page
      width="form"
      title={title}
      crumbs={[
        { label: t('templates.title'), to: href('contractTemplates') },
        ...(current
          ? [{ label: current.name, to: href('contractTemplate', { templateId: current.id }) }]
          : []),
      ]}
    >
      {current?.archived ? (
        <Banner tone="warn">{t('library.frozen')}</Banner>
      ) : (
        <Form current={current} copy={copy} />
      )}
    </Page>
  )
  if (!of) return page()
  return (
    <Load as="form" query={query} title={title}>
      {(one) => (ids.templateId ? page(one) : page(undefined, one))}
    </Load>
  )
}
