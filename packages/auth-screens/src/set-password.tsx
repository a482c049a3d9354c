import { data } from '@zabuni/api/client'
import { api } from '@zabuni/api/shared'
import { i18n, useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Anchor, useNav, usePublicParams } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { toast } from '@zabuni/ui/toast'
import { AuthCard, AuthLayout, linkClass, ToLogin } from './layout.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordFaults } from './password-rule.ts'
import { completeReset } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'
import { useOnce } from './use-once.ts'

/** Where the emailed reset link leads: the link is checked first, so that nobody types in vain. */
export default function SetPassword() {
  const { t } = useTranslation(['auth', 'register'])
  const go = useNav()
  const { uidb64 = '', token = '' } = usePublicParams()
  const link = useOnce(() =>
    data(
      api.GET('/authentication/password-reset/{uidb64}/{token}/', {
        params: { path: { uidb64, token } },
      }),
    ),
  )
  const { form, busy, failure, errors, onSubmit } = useAuthForm({
    check: (v) => passwordFaults(v.text('password'), v.text('confirm_password')),
    submit: async (v) => {
      await completeReset({
        uidb64,
        token,
        password: v.text('password'),
        confirm_password: v.text('confirm_password'),
      })
      toast('ok', t('reset.done'))
      go('/login', { replace: true })
    },
  })
  const email = link.state === 'done' ? link.value.email : ''
  return (
    <AuthLayout
      title={t('reset.setTitle')}
      subtitle={email ? t('reset.setFor', { email }) : null}
      footer={<ToLogin />}
    >
      {link.state === 'waiting' ? (
        <p role="status" className="text-ink-2">
          {t('reset.checking')}
        </p>
      ) : link.state === 'failed' ? (
        <Banner tone="bad">
          <p>{problemText(link.error, i18n)}</p>
          <Anchor href="/reset-password" className={linkClass}>
            {t('reset.requestNew')}
          </Anchor>
        </Banner>
      ) : (
        <AuthCard>
          <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
            {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField
              big
              required
              label={t('reset.newPassword')}
              name="password"
              autoComplete="new-password"
              hint={t('register:passwordHint')}
              error={errors.password}
            />
            <PasswordField
              big
              required
              label={t('register:confirmPassword')}
              name="confirm_password"
              autoComplete="new-password"
              error={errors.confirm_password}
            />
            <Button type="submit" look="primary" size="lg" busy={busy}>
              {t('reset.save')}
            </Button>
          </form>
        </AuthCard>
      )}
    </AuthLayout>
  )
}
