import { data } from '@zabuni/api/client'
import { ApiError } from '@zabuni/api/error'
import { api } from '@zabuni/api/shared'
import { i18n, useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Banner } from '@zabuni/ui/banner'
import { buttonClass } from '@zabuni/ui/button'
import { firstLogin } from './intended.ts'
import { AuthLayout, linkClass, ToLogin } from './layout.tsx'
import { useOnce } from './use-once.ts'

const readToken = () => new URLSearchParams(location.search).get('token') ?? ''

/** Where the emailed activation link leads. */
export default function ActivateAccount() {
  const { t } = useTranslation('auth')
  const result = useOnce(async () => {
    const token = readToken()
    if (!token)
      throw new ApiError(400, {
        type: 'about:blank',
        title: '',
        status: 400,
        code: 'identity.activation_invalid',
      })
    return data(api.GET('/authentication/verify_email', { params: { query: { token } } }))
  })
  if (result.state === 'done')
    return (
      <AuthLayout
        title={t('activate.done')}
        subtitle={t('activate.doneBody', { email: result.value.email })}
      >
        <Anchor href={firstLogin()} className={buttonClass('primary', 'lg')}>
          {t('login.submit')}
        </Anchor>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('activate.title')} footer={<ToLogin />}>
      {result.state === 'waiting' ? (
        <p role="status" className="text-ink-2">
          {t('activate.working')}
        </p>
      ) : (
        <Banner tone="bad">
          <p>{problemText(result.error, i18n)}</p>
          <Anchor href="/resend_activation/email" className={linkClass}>
            {t('login.resendActivation')}
          </Anchor>
        </Banner>
      )}
    </AuthLayout>
  )
}
