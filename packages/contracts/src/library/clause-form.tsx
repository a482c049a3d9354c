import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { RichField } from '../rich/field.tsx'
import { nameless, treeOf } from '../rich/tree.ts'
import { wasOvertaken } from './overtaken.ts'
import { Overtaken } from './parts.tsx'
import {
  type Clause,
  clause,
  createClause,
  RISKS,
  type Risk,
  TOPICS,
  updateClause,
  type ClauseForm as Values,
} from './queries.ts'

const Form = ({ current, copy }: { current?: Clause | undefined; copy?: Clause | undefined }) => {
  const { t, i18n } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const [theirs, setTheirs] = useState<Clause>()
  const begin = current ?? copy
  const list = href('clauses')
  const back = current ? href('clause', { sectionId: current.id }) : list
  const form = useProblemForm<Required<Values>>({
    keep: `clause.${current?.id ?? copy?.id ?? 'new'}.${current?.version ?? 0}`,
    defaultValues: {
      code: begin?.code ?? '',
      language: begin?.language ?? (i18n.language as Values['language']),
      title: begin?.title ?? '',
      topic: begin?.topic ?? 'general',
      mandatory: begin?.mandatory ?? false,
      risk: begin?.risk ?? 'low',
      body: current?.body ?? (copy ? JSON.stringify(nameless(treeOf(copy.body))) : ''),
      fallback: begin?.fallback ?? '',
      guidance: begin?.guidance ?? '',
    },
    submit: async (values) => {
      try {
        if (current) await updateClause(current.id, (theirs ?? current).newest, values)
        else await createClause(values)
      } catch (error) {
        if (current && wasOvertaken(error))
          setTheirs(await cache.fetchQuery({ ...clause(current.id), staleTime: 0 }))
        throw error
      }
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormFrame form={form} guard={kept.guard} back={back}>
      {theirs ? (
        <Overtaken version={theirs.version} title={theirs.title} text={theirs.body} />
      ) : null}
      {copy ? <Banner tone="info">{t('clauses.copied')}</Banner> : null}
      <FormPart>
        <InputField required label={t('library.title')} maxLength={200} {...form.field('title')} />
        <InputField
          required
          label={t('library.code')}
          hint={t('library.codeHint')}
          maxLength={30}
          {...form.field('code')}
        />
        <LanguageField required label={t('library.language')} {...form.field('language')} />
        <SelectField required label={t('library.topic')} {...form.field('topic')}>
          {TOPICS.map((topic) => (
            <option key={topic} value={topic}>
              {t(`topics.${topic}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          required
          label={t('library.risk')}
          hint={t('library.riskHint')}
          {...form.field('risk')}
        >
          {(Object.keys(RISKS) as Risk[]).map((risk) => (
            <option key={risk} value={risk}>
              {t(`risks.${risk}`)}
            </option>
          ))}
        </SelectField>
        <Checkbox label={t('library.isMandatory')} {...form.register('mandatory')} />
      </FormPart>
      <FormPart>
        <Bound form={form} name="body">
          {({ value, onChange, onBlur, error }) => (
            <RichField
              required
              label={t('library.text')}
              hint={t('library.textHint')}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={error}
              lang={form.watch('language')}
            />
          )}
        </Bound>
        <TextareaField
          rows={4}
          label={t('library.fallback')}
          hint={t('library.fallbackHint')}
          maxLength={10_000}
          {...form.field('fallback')}
        />
        <TextareaField
          rows={4}
          label={t('library.guidance')}
          hint={t('library.guidanceHint')}
          maxLength={5000}
          {...form.field('guidance')}
        />
      </FormPart>
    </FormFrame>
  )
}

/** Writes a clause, a new version of one, or one's own of the platform's. */
export default function ClauseForm() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const [address] = useSearchParams()
  const from = address.get('from') ?? ''
  const of = ids.sectionId || from
  const query = useQuery({ ...clause(of), enabled: !!of })
  const title = t(ids.sectionId ? 'clauses.update' : 'clauses.create')
  const page = (current?: Clause, copy?: Clause) => (
    <Page
      width="form"
      title={title}
      crumbs={[
        { label: t('clauses.title'), to: href('clauses') },
        ...(current
          ? [{ label: current.title, to: href('clause', { sectionId: current.id }) }]
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
      {(c) => (ids.sectionId ? page(c) : page(undefined, c))}
    </Load>
  )
}
