import { loadSession } from '@zabuni/api/session'
import { api } from '@zabuni/api/shared'
import { i18n, useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { safeReturnUrl } from '@zabuni/routing/guard'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { flash, toast } from '@zabuni/ui/toast'
import { useEffect, useState } from 'react'
import { AuthCard, AuthLayout, ToLogin } from './layout.tsx'
import { verifyCode } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'

/** The second factor: a mailed code or the app's, as enrolled, or a recovery code. */
export default function VerificationCode() {
  const { t } = useTranslation('auth')
  const { t: own } = useTranslation('account')
  const [byApp, setByApp] = useState(false)
  const [recovery, setRecovery] = useState(false)
  useEffect(() => {
    // Who is signed out, or not at all, is told by the session's own rule; without an answer the code is still taken.
    loadSession().then(
      (who) => {
        if (who?.login_status === 2)
          location.replace(safeReturnUrl(new URLSearchParams(location.search).get('returnUrl')))
        setByApp(who?.method === 'app')
      },
      () => {},
    )
  }, [])
  const { form, busy, failure, errors, onSubmit } = useAuthForm({
    check: (v) =>
      v.text('code').trim() ? {} : ({ code: t('code.required') } as Record<string, string>),
    submit: async (v) => {
      const code = v.text('code').replace(/\s/g, '')
      await verifyCode({ code })
      flash('ok', 'toast.loginSuccessful')
      location.assign(safeReturnUrl(new URLSearchParams(location.search).get('returnUrl')))
    },
  })
  const resend = () =>
    api.GET('/authentication/tfa/resend/').then(
      () => toast('info', t('code.resent')),
      (error: unknown) => toast('bad', problemText(error, i18n)),
    )
  const subtitle = recovery
    ? own('verify.recoveryBody')
    : byApp
      ? own('verify.appBody')
      : t('code.subtitle')
  return (
    <AuthLayout title={t('code.title')} subtitle={subtitle} footer={<ToLogin />}>
      <AuthCard>
        <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
          {failure ? <Banner tone="bad">{failure.text}</Banner> : null}
          <InputField
            big
            required
            key={recovery ? 'recovery' : 'code'}
            label={recovery ? own('verify.recoveryLabel') : t('code.label')}
            name="code"
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize={recovery ? 'characters' : 'none'}
            spellCheck={false}
            maxLength={14}
            className="tabular tracking-[0.2em]"
            error={errors.code}
          />
          <Button type="submit" look="primary" size="lg" busy={busy}>
            {t('code.submit')}
          </Button>
          <div className="grid gap-1">
            {byApp || recovery ? null : (
              <>
                <p className="text-sm text-ink-2">{t('code.nothing')}</p>
                <Button look="ghost" onClick={() => void resend()}>
                  {t('code.resend')}
                </Button>
              </>
            )}
            <Button look="ghost" onClick={() => setRecovery(!recovery)}>
              {own(recovery ? 'verify.useCode' : 'verify.useRecovery')}
            </Button>
          </div>
        </form>
      </AuthCard>
    </AuthLayout>
  )
}
