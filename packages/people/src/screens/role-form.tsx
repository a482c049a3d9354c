import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { UnsavedGuard, useKeptForm } from '@zabuni/ui/unsaved'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { usePlace } from '../place.ts'
import { type Role, role, roles, type User } from '../queries.ts'

const Form = ({ found, types }: { found?: Role; types: User['user_type'][] }) => {
  const { t } = useTranslation(['people', 'common'])
  const { t: errors } = useTranslation('errors')
  const { scope, href, place } = usePlace()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  const form = useProblemForm({
    resolver: standardSchemaResolver(
      z.object({
        name: z
          .string()
          .check(z.trim(), z.minLength(1, errors('field.required', { keySeparator: false }))),
        description: z.string(),
        user_type: z.string(),
      }),
    ),
    defaultValues: {
      name: found?.name ?? '',
      description: found?.description ?? '',
      user_type: found?.user_type ?? types[0] ?? '',
    },
    submit: async ({ user_type, ...body }) => {
      let id = found?.id ?? ''
      if (found)
        await api.PUT('/people/roles/{role_id}', {
          params: { path: { role_id: found.id }, query: scope },
          body,
        })
      else
        id = (
          await data(
            api.POST('/people/roles', { params: { query: scope }, body: { ...body, user_type } }),
          )
        ).id
      kept.forget()
      setSaved(true)
      await cache.invalidateQueries({ queryKey: ['people'] })
      toast('ok', t(found ? 'done.roleUpdated' : 'done.roleCreated'))
      // A role that opens nothing is half a role: what it opens comes next.
      void navigate(found ? href('roles') : href('privileges', { roleId: id }))
    },
  })
  const kept = useKeptForm(`role.${place}.${found?.id ?? 'new'}`, form)
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <UnsavedGuard when={form.formState.isDirty && !saved && !form.busy} />
      <ErrorSummary form={form} />
      <Card
        footer={
          <>
            <LinkButton to={href('roles')}>{t('common:actions.cancel')}</LinkButton>
            <Button type="submit" look="primary" busy={form.busy}>
              {t(found ? 'common:actions.save' : 'roles.createNext')}
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <InputField
            required
            autoComplete="off"
            label={t('roles.name')}
            hint={t('roles.nameHint')}
            {...form.field('name')}
          />
          <TextareaField rows={3} label={t('roles.description')} {...form.field('description')} />
          {!found && types.length > 1 ? (
            <SelectField
              label={t('form.type')}
              hint={t('roles.typeHint')}
              {...form.field('user_type')}
            >
              {types.map((value) => (
                <option key={value} value={value}>
                  {t(`types.${value}`)}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
      </Card>
    </form>
  )
}

const Update = () => {
  const { t } = useTranslation('people')
  const { scope, roleId, href } = usePlace()
  const query = useQuery(role(roleId, scope))
  return (
    <Load query={query} title={t('roles.rename')}>
      {(found) => (
        <Page
          width="form"
          title={found.name}
          crumbs={[{ label: t('roles.title'), to: href('roles') }]}
        >
          {found.protected ? (
            <p className="text-ink-2">{t('roles.protectedHint')}</p>
          ) : (
            <Form found={found} types={[]} />
          )}
        </Page>
      )}
    </Load>
  )
}

const Create = () => {
  const { t } = useTranslation('people')
  const { scope, href } = usePlace()
  const query = useQuery(roles(scope))
  return (
    <Load query={query} title={t('roles.create')}>
      {(list) => (
        <Page
          width="form"
          title={t('roles.create')}
          subtitle={t('roles.createNote')}
          crumbs={[{ label: t('roles.title'), to: href('roles') }]}
        >
          <Form types={(list.types ?? []) as User['user_type'][]} />
        </Page>
      )}
    </Load>
  )
}

/** Names a role and says what it is for. */
export default function RoleForm() {
  return usePlace().slot === 'roleUpdate' ? <Update /> : <Create />
}
