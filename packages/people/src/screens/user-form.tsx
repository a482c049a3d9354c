import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '@zabuni/i18n/languages'
import { useProof } from '@zabuni/routing/ui/proof'
import { Card } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { FormFrame, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { LanguageField } from '@zabuni/ui/language-field'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import * as z from 'zod/mini'
import { CategoryDoors } from '../category-doors.tsx'
import { StatusBadge } from '../parts.tsx'
import { usePlace } from '../place.ts'
import {
  createUser,
  type RoleRow,
  roles,
  USER_TYPES,
  type User,
  updateUser,
  user,
} from '../queries.ts'
import { UserMenu } from '../user-menu.tsx'

const useSchema = () => {
  const { t } = useTranslation(['common', 'errors'])
  const needed = z
    .string()
    .check(z.trim(), z.minLength(1, t('errors:field.required', { keySeparator: false })))
  return z.object({
    first_name: needed,
    last_name: needed,
    email: needed,
    phone: needed,
    language: z.enum(LANGUAGE_CODES),
    user_type: z.enum([...USER_TYPES, '']),
    approval_level: z
      .string()
      .check(z.regex(/^\d{0,2}$/, t('errors:field.format', { keySeparator: false }))),
    roles: z
      .array(z.string())
      .check(z.minLength(1, t('errors:field.required', { keySeparator: false }))),
  })
}

const Form = ({
  found,
  known,
  types,
}: {
  found?: User
  known: RoleRow[]
  types: User['user_type'][]
}) => {
  const { t } = useTranslation(['people', 'common'])
  const { scope, href, buyerId } = usePlace()
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const form = useProblemForm({
    keep: `people.${buyerId || 'own'}.${found?.id ?? 'new'}`,
    resolver: standardSchemaResolver(useSchema()),
    defaultValues: {
      first_name: found?.first_name ?? '',
      last_name: found?.last_name ?? '',
      email: found?.email ?? '',
      phone: found?.phone ?? '',
      language: found?.language ?? DEFAULT_LANGUAGE,
      user_type: found?.user_type ?? types[0] ?? ('' as const),
      approval_level: String(found?.approval_level || ''),
      roles: (found?.roles ?? []).map((r) => r.id),
    },
    submit: async ({ email, user_type, approval_level, ...values }) => {
      const body = { ...values, approval_level: Number(approval_level) || 0 }
      await withProof<unknown>(() =>
        found
          ? updateUser(found.id, body, scope)
          : createUser({ ...body, email, ...given({ user_type }) }, scope),
      )
      await cache.invalidateQueries({ queryKey: keys.people })
      kept.leave(href('users', { buyerId }), t(found ? 'done.updated' : 'done.created'))
    },
  })
  const kept = useKept(form)
  const type = form.watch('user_type')
  const chosen = form.watch('roles')
  const fitting = known.filter((r) => r.user_type === type)
  const rolesField = form.field('roles')
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={href('users', { buyerId })}
      action={found ? undefined : t('form.invite')}
    >
      <Card title={t('form.person')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <InputField
            required
            autoComplete="off"
            label={t('form.firstName')}
            {...form.field('first_name')}
          />
          <InputField
            required
            autoComplete="off"
            label={t('form.lastName')}
            {...form.field('last_name')}
          />
          <InputField
            required
            type="email"
            inputMode="email"
            autoComplete="off"
            readOnly={!!found}
            className={found ? 'bg-sunken' : undefined}
            label={t('form.email')}
            hint={t(found ? 'form.emailFixed' : 'form.emailHint')}
            {...form.field('email')}
          />
          <InputField
            required
            type="tel"
            inputMode="tel"
            autoComplete="off"
            label={t('form.phone')}
            hint={t('form.phoneHint')}
            {...form.field('phone')}
          />
          <LanguageField label={t('form.language')} {...form.field('language')} />
        </div>
      </Card>
      <Card title={t('form.rights')}>
        <div className="grid gap-5">
          {!found && types.length > 1 ? (
            <SelectField
              label={t('form.type')}
              hint={t('form.typeHint')}
              {...form.field('user_type')}
              onChange={(e) => {
                form.setValue('user_type', types.find((one) => one === e.target.value) ?? '', {
                  shouldDirty: true,
                })
                form.setValue('roles', [])
              }}
            >
              {types.map((value) => (
                <option key={value} value={value}>
                  {t(`types.${value}`)}
                </option>
              ))}
            </SelectField>
          ) : null}
          <fieldset
            className="grid gap-2"
            aria-invalid={rolesField.error ? true : undefined}
            aria-describedby="people-roles"
          >
            <legend className="mb-1.5 text-sm font-medium">
              {t('form.roles')}
              <span aria-hidden className="text-bad">
                {' '}
                *
              </span>
            </legend>
            {fitting.map((r) => (
              <Checkbox
                key={r.id}
                name="roles"
                label={r.name}
                hint={
                  r.protected
                    ? t('roles.protectedHint')
                    : r.description || t('roles.opens', { count: r.assigned })
                }
                checked={chosen.includes(r.id)}
                onChange={(e) =>
                  form.setValue(
                    'roles',
                    e.target.checked ? [...chosen, r.id] : chosen.filter((id) => id !== r.id),
                    { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
                  )
                }
              />
            ))}
            <p
              id="people-roles"
              className={rolesField.error ? 'text-xs text-bad' : 'text-xs text-ink-3'}
            >
              {rolesField.error ?? t(fitting.length ? 'form.rolesHint' : 'form.noRoles')}
            </p>
          </fieldset>
          {type === 'temp' || type === 'buyer' ? (
            <div className="sm:max-w-60">
              <InputField
                inputMode="numeric"
                autoComplete="off"
                label={t('form.approvalLevel')}
                hint={t('form.approvalHint')}
                {...form.field('approval_level')}
              />
            </div>
          ) : null}
        </div>
      </Card>
      {proofDialog}
    </FormFrame>
  )
}

const Known = ({ found }: { found?: User }) => {
  const { t } = useTranslation('people')
  const { scope } = usePlace()
  const known = useQuery(roles(scope))
  return (
    <Load as="form" query={known} title={t('users.create')}>
      {(list) => (
        <Form
          {...(found ? { found } : {})}
          known={list.items ?? []}
          types={(list.types ?? []) as User['user_type'][]}
        />
      )}
    </Load>
  )
}

const Update = () => {
  const { t } = useTranslation('people')
  const { scope, userId, href, buyerId } = usePlace()
  const query = useQuery(user(userId, scope))
  const title = t('form.updateTitle')
  return (
    <Load as="form" query={query} title={title}>
      {(found) => (
        <Page
          width="form"
          title={`${found.first_name} ${found.last_name}`}
          crumbs={[{ label: t('users.title'), to: href('users', { buyerId }) }]}
          status={<StatusBadge status={found.status} />}
          actions={<UserMenu user={found} />}
        >
          <div className="grid gap-4">
            <Known found={found} />
            {found.user_type === 'buyer' ? <CategoryDoors userId={found.id} /> : null}
          </div>
        </Page>
      )}
    </Load>
  )
}

/** Adds a person, who is invited by mail, or changes one. */
export default function UserForm() {
  const { t } = useTranslation('people')
  const { slot, href, buyerId } = usePlace()
  if (slot === 'userUpdate') return <Update />
  return (
    <Page
      width="form"
      title={t('users.create')}
      subtitle={t('form.note')}
      crumbs={[{ label: t('users.title'), to: href('users', { buyerId }) }]}
    >
      <Known />
    </Page>
  )
}
