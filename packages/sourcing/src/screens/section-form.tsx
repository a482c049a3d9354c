import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { isWire, more, short, sum } from '@zabuni/i18n/decimal'
import { Banner } from '@zabuni/ui/banner'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useFieldOfHash } from '../form-kit.tsx'
import { category, createSection, updateSection } from '../queries.ts'

type Category = Schemas['CategoryDetails']

const useSchema = () => {
  const { t } = useTranslation(['common', 'errors', 'console'])
  return useMemo(
    () =>
      z.object({
        name: z.string().check(z.trim(), z.minLength(1, t('errors:field.required'))),
        description: z.string(),
        weight: z.string().check(
          z.refine((v) => !v.trim() || isWire(v), {
            error: t('errors:field.format'),
            abort: true,
          }),
          z.refine((v) => !more(v, '100'), { error: t('console:form.max100') }),
        ),
      }),
    [t],
  )
}

const Form = ({
  found,
  current,
  parent,
}: {
  found: Category
  current: Schemas['Section'] | null
  parent: Schemas['Section'] | null
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { href } = useHere()
  const cache = useQueryClient()
  const details = href('categoryDetails', { jobId: found.job_id, categoryId: found.id })
  const back = to(details, { query: { tab: 'criteria' } })
  const form = useProblemForm({
    keep: `section.${current?.id ?? parent?.id ?? found.id}`,
    resolver: standardSchemaResolver(useSchema()),
    defaultValues: {
      name: current?.name ?? '',
      description: current?.description ?? '',
      weight: current?.weight ? short(current.weight) : '',
    },
    submit: async ({ weight, ...values }) => {
      const body = { ...values, ...(weight && !parent ? { weight } : {}) }
      const category_id = found.id
      let id = current?.id
      if (current) await updateSection(category_id, current.id, body)
      else {
        const made = await data(
          createSection(category_id, { ...body, ...(parent ? { parent_id: parent.id } : {}) }),
        )
        id = made.id
      }
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      const next = current ? back : href('questions', { categoryId: found.id, sectionId: id ?? '' })
      kept.leave(next ?? back)
    },
  })
  const kept = useKept(form)
  useFieldOfHash(true)
  const others = found.sections.filter((s) => !s.parent_id && s.id !== current?.id)
  const given = sum(others.map((s) => s.weight))
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={current ? undefined : t('section.add')}
    >
      <FormPart title={t('section.part')} body={t('section.partBody')}>
        <InputField
          required
          label={t('section.name')}
          hint={t('section.nameHint')}
          maxLength={200}
          {...form.field('name')}
        />
        <TextareaField
          label={t('section.description')}
          hint={t('section.descriptionHint')}
          rows={3}
          {...form.field('description')}
        />
        {parent ? null : (
          <Bound form={form} name="weight">
            {(control) => (
              <NumberField
                label={t('section.weight')}
                hint={`${t('section.weightHint')} ${t('section.weightGiven', { sum: given })}`}
                className="max-w-40"
                {...control}
              />
            )}
          </Bound>
        )}
      </FormPart>
    </FormFrame>
  )
}

/** Creates or changes a section or subsection. */
export default function SectionForm() {
  const { t } = useTranslation('sourcing')
  const { href, ids } = useHere()
  const { categoryId, sectionId } = ids
  const found = useQuery(category(categoryId))
  return (
    <LoadRecord as="form" query={found} title={t('section.createTitle')}>
      {(c) => {
        const current = c.sections.find((s) => s.id === sectionId) ?? null
        const parentId = current ? current.parent_id : ids.parentId
        const parent = c.sections.find((s) => s.id === parentId) ?? null
        const title = current
          ? t('section.editTitle')
          : parent
            ? t('section.createSubTitle')
            : t('section.createTitle')
        const details = href('categoryDetails', { jobId: c.job_id, categoryId: c.id })
        return (
          <Page
            width="form"
            title={title}
            subtitle={parent ? t('section.within', { name: parent.name }) : undefined}
            crumbs={[
              { label: c.name, to: details },
              { label: t('tabs.criteria'), to: to(details, { query: { tab: 'criteria' } }) },
            ]}
          >
            {editable(c) ? (
              <Form found={c} current={current} parent={parent} />
            ) : (
              <Banner tone="warn">{t('category.frozen')}</Banner>
            )}
          </Page>
        )
      }}
    </LoadRecord>
  )
}
