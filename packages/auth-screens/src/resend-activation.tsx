import { useTranslation } from '@zabuni/i18n'
import { usePublicParams } from '@zabuni/routing/ui/nav'
import { EmailForm } from './email-form.tsx'
import { AuthLayout, ToLogin } from './layout.tsx'
import { resendActivation } from './queries.ts'

/** Asks for a new activation link; the address may stand in the path. */
export default function ResendActivation() {
  const { t } = useTranslation('auth')
  const { address } = usePublicParams()
  return (
    <AuthLayout
      title={t('activate.resendTitle')}
      subtitle={t('activate.resendBody')}
      footer={<ToLogin />}
    >
      <EmailForm
        action={t('activate.resend')}
        done={t('activate.resent')}
        given={address}
        send={(email) => resendActivation({ email })}
      />
    </AuthLayout>
  )
}
