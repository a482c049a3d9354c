import { useTranslation } from '@zabuni/i18n'
import { AuthLayout, ToLogin } from './layout.tsx'
import { MailKinds } from './mail-kinds.tsx'

/** Says which mails come no more, and which do all the same. */
export default function Unsubscribed() {
  const { t } = useTranslation('account')
  return (
    <AuthLayout
      title={t('unsubscribe.doneTitle')}
      subtitle={t('unsubscribe.doneBody')}
      footer={<ToLogin />}
    >
      <MailKinds />
    </AuthLayout>
  )
}
