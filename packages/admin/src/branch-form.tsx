import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { EmptyState } from '@zabuni/ui/empty'
import { InputField } from '@zabuni/ui/field'
import { FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { LocationField } from './location-field.tsx'
import { type Branch, branches, createBranch, updateBranch } from './queries.ts'

const BACK = '/company/branches'

const Form = ({ current }: { current: Branch | undefined }) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const form = useProblemForm({
    keep: `branch.${current?.id ?? 'new'}`,
    defaultValues: {
      name: current?.name ?? '',
      code: current?.code ?? '',
      location: current?.location ? String(current.location) : '',
      address: current?.address ?? '',
      phone: current?.phone ?? '',
      active: current?.active ?? true,
    },
    submit: async ({ location, ...values }) => {
      const body = { ...values, ...(location ? { location: Number(location) } : {}) }
      if (current) await updateBranch(current.id, body)
      else await createBranch(body)
      await cache.invalidateQueries({ queryKey: [...keys.companies, 'branches'] })
      kept.leave(BACK)
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} back={BACK} guard={kept.guard}>
      <InputField required label={t('name')} maxLength={120} {...form.field('name')} />
      <InputField
        required
        label={t('code')}
        hint={t('branches.codeHint')}
        maxLength={20}
        {...form.field('code')}
      />
      <LocationField
        label={t('location')}
        country={session()?.country ?? ''}
        {...form.field('location')}
      />
      <InputField label={t('address')} maxLength={300} {...form.field('address')} />
      <InputField label={t('phone')} type="tel" {...form.field('phone')} />
      {current ? <Checkbox label={t('active')} {...form.register('active')} /> : null}
    </FormCard>
  )
}

/** Creates or changes a branch. */
export default function BranchForm() {
  const { t } = useTranslation('admin')
  const { branchId: id } = useParams()
  const query = useQuery({ ...branches({}), enabled: !!id })
  const title = t(id ? 'branches.edit' : 'branches.create')
  const page = (current: Branch | undefined) => (
    <Page width="form" title={title} crumbs={[{ label: t('branches.title'), to: BACK }]}>
      {id && !current ? <EmptyState title={t('branches.gone')} /> : <Form current={current} />}
    </Page>
  )
  if (!id) return page(undefined)
  return (
    <Load as="form" query={query} title={title}>
      {(list) => page(list.items.find((b) => b.id === id))}
    </Load>
  )
}
