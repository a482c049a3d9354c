import { api } from '@zabuni/api/shared'
import { i18n, useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { safeReturnUrl } from '@zabuni/routing/guard'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { flash, toast } from '@zabuni/ui/toast'
import { AuthCard, AuthLayout, ToLogin } from './layout.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** The second factor: a mailed code, pasted or typed. */
export default function VerificationCode() {
  const { t } = useTranslation('auth')
  const { form, busy, failure, errors, onSubmit } = useAuthForm({
    check: (v) =>
      v.text('code').trim() ? {} : ({ code: t('code.required') } as Record<string, string>),
    submit: async (v) => {
      const code = v.text('code').replace(/\s/g, '')
      await api.POST('/authentication/tfa/verify/', { body: { code } })
      flash('ok', 'toast.loginSuccessful')
      location.assign(safeReturnUrl(new URLSearchParams(location.search).get('returnUrl')))
    },
  })
  const resend = () =>
    api.GET('/authentication/tfa/resend/').then(
      () => toast('info', t('code.resent')),
      (error: unknown) => toast('bad', problemText(error, i18n)),
    )
  return (
    <AuthLayout title={t('code.title')} subtitle={t('code.subtitle')} footer={<ToLogin />}>
      <AuthCard>
        <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
          {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
          <InputField
            big
            required
            label={t('code.label')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="tabular tracking-[0.3em]"
            error={errors.code}
          />
          <Button type="submit" look="primary" size="lg" busy={busy}>
            {t('code.submit')}
          </Button>
          <Button look="ghost" onClick={() => void resend()}>
            {t('code.resend')}
          </Button>
        </form>
      </AuthCard>
    </AuthLayout>
  )
}
