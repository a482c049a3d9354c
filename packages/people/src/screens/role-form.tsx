import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { FormCard, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import * as z from 'zod/mini'
import { usePlace } from '../place.ts'
import {
  createRole,
  type Role,
  role,
  roles,
  USER_TYPES,
  type User,
  updateRole,
} from '../queries.ts'

const Form = ({ found, types }: { found?: Role; types: User['user_type'][] }) => {
  const { t } = useTranslation(['people', 'common'])
  const { t: errors } = useTranslation('errors')
  const { scope, href, buyerId } = usePlace()
  const cache = useQueryClient()
  const form = useProblemForm({
    keep: `role.${buyerId || 'own'}.${found?.id ?? 'new'}`,
    resolver: standardSchemaResolver(
      z.object({
        name: z
          .string()
          .check(z.trim(), z.minLength(1, errors('field.required', { keySeparator: false }))),
        description: z.string(),
        user_type: z.enum([...USER_TYPES, '']),
      }),
    ),
    defaultValues: {
      name: found?.name ?? '',
      description: found?.description ?? '',
      user_type: found?.user_type ?? types[0] ?? ('' as const),
    },
    submit: async ({ user_type, ...body }) => {
      let id = found?.id ?? ''
      if (found) await updateRole(found.id, body, scope)
      else id = (await data(createRole({ ...body, ...given({ user_type }) }, scope))).id
      await cache.invalidateQueries({ queryKey: keys.people })
      // A role that opens nothing is half a role: what it opens comes next.
      kept.leave(
        found ? href('roles', { buyerId }) : href('privileges', { buyerId, roleId: id }),
        t(found ? 'done.roleUpdated' : 'done.roleCreated'),
      )
    },
  })
  const kept = useKept(form)
  return (
    <FormCard
      form={form}
      guard={kept.guard}
      back={href('roles', { buyerId })}
      action={found ? undefined : t('roles.createNext')}
    >
      <InputField
        required
        autoComplete="off"
        label={t('roles.name')}
        hint={t('roles.nameHint')}
        {...form.field('name')}
      />
      <TextareaField rows={3} label={t('roles.description')} {...form.field('description')} />
      {!found && types.length > 1 ? (
        <SelectField label={t('form.type')} hint={t('roles.typeHint')} {...form.field('user_type')}>
          {types.map((value) => (
            <option key={value} value={value}>
              {t(`types.${value}`)}
            </option>
          ))}
        </SelectField>
      ) : null}
    </FormCard>
  )
}

const Update = () => {
  const { t } = useTranslation('people')
  const { scope, roleId, href, buyerId } = usePlace()
  const query = useQuery(role(roleId, scope))
  return (
    <Load as="form" query={query} title={t('roles.rename')}>
      {(found) => (
        <Page
          width="form"
          title={found.name}
          crumbs={[{ label: t('roles.title'), to: href('roles', { buyerId }) }]}
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
  const { scope, href, buyerId } = usePlace()
  const query = useQuery(roles(scope))
  return (
    <Load as="form" query={query} title={t('roles.create')}>
      {(list) => (
        <Page
          width="form"
          title={t('roles.create')}
          subtitle={t('roles.createNote')}
          crumbs={[{ label: t('roles.title'), to: href('roles', { buyerId }) }]}
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
