import { useTranslation } from '@zabuni/i18n'
import { EmailForm } from './email-form.tsx'
import { AuthLayout, ToLogin } from './layout.tsx'
import { requestReset } from './queries.ts'

/** Asks for a reset link; the answer never tells whether the address is known. */
export default function ResetPassword() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout title={t('reset.title')} subtitle={t('reset.subtitle')} footer={<ToLogin />}>
      <EmailForm
        action={t('reset.submit')}
        done={t('reset.sent')}
        send={(email) => requestReset({ email })}
      />
    </AuthLayout>
  )
}
