import { useTranslation } from '@zabuni/i18n'
import { Popover } from '@zabuni/ui/popover'
import { BellIcon } from 'lucide-react'

/** What happened while the person was away; the list arrives with the live stream. */
export const NotificationsBell = () => {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('shell.notifications')}
      trigger={<BellIcon aria-hidden="true" size={17} strokeWidth={1.75} />}
    >
      <div className="grid w-72 gap-1 p-4 text-sm">
        <p className="font-semibold">{t('shell.noNotifications')}</p>
        <p className="text-ink-2">{t('shell.noNotificationsBody')}</p>
      </div>
    </Popover>
  )
}
