import { useTranslation } from '@zabuni/i18n'
import { BellIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'

const Bell = lazy(() => import('@zabuni/account/bell'))

/** The bell; its stream and its list come after the first screen. */
export const NotificationsBell = () => {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <span
          title={t('shell.notifications')}
          className="grid size-9 place-items-center text-ink-2"
        >
          <BellIcon aria-hidden="true" size={17} strokeWidth={1.75} />
        </span>
      }
    >
      <Bell />
    </Suspense>
  )
}
