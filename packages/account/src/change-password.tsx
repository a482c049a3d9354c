import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

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
      await api.POST('/authentication/change-password', { body })
      toast('ok', t('password.done'))
      void navigate('/profile')
    },
  })
  return (
    <Page title={t('password.title')} subtitle={t('password.note')} width="form">
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <ErrorSummary form={form} />
        <Card
          footer={
            <>
              <LinkButton to="/profile">{common('actions.cancel')}</LinkButton>
              <Button type="submit" look="primary" busy={form.busy}>
                {t('password.submit')}
              </Button>
            </>
          }
        >
          <div className="grid gap-5">
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
          </div>
        </Card>
      </form>
    </Page>
  )
}
