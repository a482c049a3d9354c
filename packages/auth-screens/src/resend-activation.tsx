import { useTranslation } from '@zabuni/i18n'
import { EmailForm } from './email-form.tsx'
import { AuthLayout, ToLogin } from './layout.tsx'
import { resendActivation } from './queries.ts'

/** Asks for a new activation link. */
export default function ResendActivation() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('activate.resendTitle')}
      subtitle={t('activate.resendBody')}
      footer={<ToLogin />}
    >
      <EmailForm
        action={t('activate.resend')}
        done={t('activate.resent')}
        send={(email) => resendActivation({ email })}
      />
    </AuthLayout>
  )
}
