import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useState } from 'react'
import { wasOvertaken } from './overtaken.ts'
import {
  type Category,
  category,
  createCategory,
  findTemplates,
  template,
  updateCategory,
} from './queries.ts'

type Values = {
  name: string
  template_id: Choice | null
  retention_years: string
  reminder_days: string
}

const Form = ({ current, named }: { current?: Category | undefined; named?: string }) => {
  const { t } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const [version, setVersion] = useState(current?.version ?? 0)
  const [theirs, setTheirs] = useState<Category>()
  const back = href('contractCategories')
  const form = useProblemForm<Values>({
    keep: `contractCategory.${current?.id ?? 'new'}.${current?.version ?? 0}`,
    defaultValues: {
      name: current?.name ?? '',
      template_id: current?.template_id ? { id: current.template_id, name: named ?? '' } : null,
      retention_years: String(current?.retention_years ?? 7),
      reminder_days: (current?.reminder_days ?? [90, 60, 30, 7, 0]).join(', '),
    },
    submit: async ({ name, template_id, retention_years, reminder_days }) => {
      const body = {
        name,
        ...(template_id ? { template_id: template_id.id } : {}),
        retention_years: Number(retention_years) || 0,
        reminder_days: (reminder_days.match(/-?\d+/g) ?? []).map(Number),
      }
      try {
        if (current) await updateCategory(current.id, version, body)
        else await createCategory(body)
      } catch (error) {
        if (current && wasOvertaken(error)) {
          const newest = await cache.fetchQuery({ ...category(current.id), staleTime: 0 })
          setTheirs(newest)
          setVersion(newest.version)
        }
        throw error
      }
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} guard={kept.guard} back={back}>
      {theirs ? (
        <Banner tone="warn">
          {t('categories.theirs', {
            name: theirs.name,
            years: theirs.retention_years,
            days: theirs.reminder_days.join(', '),
          })}
        </Banner>
      ) : null}
      <InputField required label={t('categories.name')} maxLength={100} {...form.field('name')} />
      <Bound form={form} name="template_id">
        {(control) => (
          <ComboboxField
            label={t('categories.template')}
            hint={t('categories.templateHint')}
            search={async (search, signal) =>
              (await findTemplates(search, 'contracts', signal)).map(({ id, name }) => ({
                id,
                name,
              }))
            }
            {...control}
          />
        )}
      </Bound>
      <InputField
        required
        inputMode="numeric"
        label={t('categories.retention')}
        hint={t('categories.retentionHint')}
        {...form.field('retention_years')}
      />
      <InputField
        label={t('categories.reminders')}
        hint={t('categories.remindersHint')}
        {...form.field('reminder_days')}
      />
    </FormCard>
  )
}

/** Adds or changes a category of contracts. */
export default function CategoryForm() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const query = useQuery({ ...category(ids.categoryId), enabled: !!ids.categoryId })
  const of = query.data?.template_id ?? ''
  const named = useQuery({ ...template(of), enabled: !!of })
  const title = t(ids.categoryId ? 'categories.update' : 'categories.create')
  const page = (current?: Category, name?: string) => (
    <Page
      width="form"
      title={title}
      crumbs={[{ label: t('categories.title'), to: href('contractCategories') }]}
    >
      {current?.archived ? (
        <Banner tone="warn">{t('library.frozen')}</Banner>
      ) : (
        <Form current={current} {...(name ? { named: name } : {})} />
      )}
    </Page>
  )
  if (!ids.categoryId) return page()
  return (
    <Load as="form" query={[query, of ? named : null]} title={title}>
      {([one, its]) => page(one, its?.name)}
    </Load>
  )
}
