import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useTranslation } from '@zabuni/i18n'
import { InputField } from '@zabuni/ui/field'
import { FormCard } from '@zabuni/ui/form'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { changePassword } from './queries.ts'

/** Old, new, and the new once more. */
export default function ChangePassword() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { t: errors } = useTranslation('errors')
  const navigate = useNavigate()
  const required = errors('field.required')
  const schema = z
    .object({
      old_password: z.string().check(z.minLength(1, required)),
      new_password: z
        .string()
        .check(z.regex(/^(?=.*\p{L})(?=.*\p{Nd}).{6,}$/u, common('form.passwordRule'))),
      confirm_password: z.string(),
    })
    .check(
      z.refine((v) => v.new_password === v.confirm_password, {
        path: ['confirm_password'],
        error: common('form.passwordsDiffer'),
      }),
    )
  const form = useProblemForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { old_password: '', new_password: '', confirm_password: '' },
    submit: async (body) => {
      await changePassword(body)
      toast('ok', t('password.done'))
      void navigate('/profile')
    },
  })
  return (
    <Page title={t('password.title')} subtitle={t('password.note')} width="form">
      <FormCard form={form} back="/profile" action={t('password.submit')}>
        <InputField
          required
          type="password"
          autoComplete="current-password"
          label={t('password.old')}
          {...form.field('old_password')}
        />
        <InputField
          required
          type="password"
          autoComplete="new-password"
          label={t('password.new')}
          hint={t('password.hint')}
          {...form.field('new_password')}
        />
        <InputField
          required
          type="password"
          autoComplete="new-password"
          label={t('password.confirm')}
          {...form.field('confirm_password')}
        />
      </FormCard>
    </Page>
  )
}
