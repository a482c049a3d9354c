import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { EmptyState } from '@zabuni/ui/empty'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { PercentField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useParams } from 'react-router'
import { groupsHref } from './groups.tsx'
import { onOperatorDesk } from './kit.tsx'
import { createSpecialGroup, type Group, groups, SEGMENTS, updateSpecialGroup } from './queries.ts'

const Form = ({ current }: { current: Group | undefined }) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const platform = onOperatorDesk()
  const form = useProblemForm({
    keep: `group.${current?.id ?? 'new'}`,
    defaultValues: {
      name: current?.name ?? '',
      description: current?.description ?? '',
      active: current?.active ?? true,
      segment: current?.segment ?? ('' as const),
      min_share: current?.segment ? short(current.min_share) : '',
    },
    submit: async ({ segment, min_share, ...named }) => {
      const body = segment ? { ...named, segment, min_share: min_share || '0' } : named
      if (current) await updateSpecialGroup(current.id, body)
      else await createSpecialGroup(body)
      await cache.invalidateQueries({ queryKey: [...keys.companies, 'groups'] })
      kept.leave(groupsHref())
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} back={groupsHref()} guard={kept.guard}>
      <InputField required label={t('name')} maxLength={120} {...form.field('name')} />
      <TextareaField label={t('description')} {...form.field('description')} />
      {platform ? (
        <SelectField
          label={t('groups.segment')}
          hint={t('groups.segmentHint')}
          {...form.field('segment')}
        >
          <option value="">{t('groups.segments.none')}</option>
          {SEGMENTS.map((s) => (
            <option key={s} value={s}>
              {t(`groups.segments.${s}`)}
            </option>
          ))}
        </SelectField>
      ) : null}
      {platform && form.watch('segment') ? (
        <Bound form={form} name="min_share">
          {(control) => <PercentField required label={t('groups.minShare')} {...control} />}
        </Bound>
      ) : null}
      {current ? (
        <Checkbox
          label={t('groups.inUse')}
          hint={t('groups.inUseHint')}
          {...form.register('active')}
        />
      ) : null}
    </FormCard>
  )
}

/** Creates or changes a special group of this desk. */
export default function GroupForm() {
  const { t } = useTranslation('admin')
  const { specialGroupId: id } = useParams()
  const query = useQuery({ ...groups({}), enabled: !!id })
  const title = t(id ? 'groups.edit' : 'groups.create')
  const crumbs = [{ label: t('groups.title'), to: groupsHref() }]
  const page = (current: Group | undefined) => (
    <Page width="form" title={title} crumbs={crumbs}>
      {id && !current ? <EmptyState title={t('groups.gone')} /> : <Form current={current} />}
    </Page>
  )
  if (!id) return page(undefined)
  return (
    <Load as="form" query={query} title={title}>
      {(list) => page(list.items.find((g) => g.id === id && g.own))}
    </Load>
  )
}
