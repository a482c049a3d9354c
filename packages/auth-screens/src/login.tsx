import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { safeReturnUrl, verificationHref, withReturn } from '@zabuni/routing/guard'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { flash } from '@zabuni/ui/toast'
import { AuthCard, AuthLayout, linkClass } from './layout.tsx'
import { PasswordField } from './password-field.tsx'
import { login } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Sign in; afterwards a new document, so that nothing of an earlier session stays in memory. */
export default function Login() {
  const { t } = useTranslation('auth')
  const to = safeReturnUrl(new URLSearchParams(location.search).get('returnUrl'))
  const { form, busy, failure, errors, onSubmit } = useAuthForm({
    check: (v) => ({
      ...(v.text('username').trim() ? {} : { username: t('login.requiredUsername') }),
      ...(v.text('password') ? {} : { password: t('login.requiredPassword') }),
    }),
    submit: async (v) => {
      const { login_status } = await data(
        login({
          username: v.text('username').trim(),
          password: v.text('password'),
          remember_me: v.has('remember'),
        }),
      )
      if (login_status === 4) return location.assign(verificationHref(to))
      flash('ok', 'toast.loginSuccessful')
      location.assign(to)
    },
  })
  return (
    <AuthLayout
      title={t('login.title', { app: 'Zabuni' })}
      subtitle={t('login.subtitle')}
      footer={
        <p className="text-center">
          {t('login.noAccount')}{' '}
          <Anchor href={withReturn('/register', to)} className={linkClass}>
            {t('login.register')}
          </Anchor>
        </p>
      }
    >
      <AuthCard>
        <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
          {failure ? (
            <Banner tone="bad">
              <p>{failure.text}</p>
              {failure.code === 'identity.not_activated' ? (
                <Anchor href="/resend_activation/email" className="mt-1 inline-block underline">
                  {t('login.resendActivation')}
                </Anchor>
              ) : null}
            </Banner>
          ) : null}
          <InputField
            big
            required
            label={t('login.username')}
            name="username"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username}
          />
          <PasswordField
            big
            required
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            error={errors.password}
            aside={
              <Anchor
                href="/reset-password"
                className="rounded-sm py-0.5 text-sm text-ink-2 underline-offset-2 hover:text-ink hover:underline"
              >
                {t('login.forgot')}
              </Anchor>
            }
          />
          <label className="flex min-h-6 items-center gap-2.5 text-sm">
            <input type="checkbox" name="remember" className="size-4.5 accent-brand" />
            {t('login.remember')}
          </label>
          <Button type="submit" look="primary" size="lg" busy={busy}>
            {busy ? t('login.submitting') : t('login.submit')}
          </Button>
        </form>
      </AuthCard>
    </AuthLayout>
  )
}
