import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { createCategoryType, type, updateCategoryType } from './queries.ts'

const LIST = '/zabuni/category_types'

const Form = ({ current }: { current: Schemas['CategoryTypeDetails'] | undefined }) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const form = useProblemForm({
    keep: `type.${current?.id ?? 'new'}`,
    defaultValues: {
      code: current?.code ?? '',
      name: current?.name ?? '',
      description: current?.description ?? '',
      active: current?.active ?? true,
    },
    submit: async (body) => {
      let id = current?.id
      if (id) await updateCategoryType(id, body)
      else id = (await data(createCategoryType(body))).id
      await cache.invalidateQueries({ queryKey: keys.companies })
      kept.leave(`${LIST}/view/${id}`)
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} back={current ? `${LIST}/view/${current.id}` : LIST} guard={kept.guard}>
      <InputField required label={t('name')} maxLength={120} {...form.field('name')} />
      <InputField
        required
        label={t('code')}
        hint={t('types.codeHint')}
        maxLength={20}
        {...form.field('code')}
      />
      <TextareaField label={t('description')} {...form.field('description')} />
      {current ? (
        <Checkbox label={t('active')} hint={t('types.activeHint')} {...form.register('active')} />
      ) : null}
    </FormCard>
  )
}

/** Creates or changes a kind of supply. */
export default function TypeForm() {
  const { t } = useTranslation('admin')
  const { categoryTypeId: id = '' } = useParams()
  const query = useQuery({ ...type(id), enabled: !!id })
  const title = t(id ? 'types.edit' : 'types.create')
  const page = (current: Schemas['CategoryTypeDetails'] | undefined) => (
    <Page width="form" title={title} crumbs={[{ label: t('types.title'), to: LIST }]}>
      <Form current={current} />
    </Page>
  )
  if (!id) return page(undefined)
  return (
    <Load as="form" query={query} title={title}>
      {page}
    </Load>
  )
}
