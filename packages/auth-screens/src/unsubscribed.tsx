import { useTranslation } from '@zabuni/i18n'
import { AuthLayout, ToLogin } from './layout.tsx'

/** Says that no more mails about new jobs will come. */
export default function Unsubscribed() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('unsubscribe.doneTitle')}
      subtitle={t('unsubscribe.doneBody')}
      footer={<ToLogin />}
    />
  )
}
