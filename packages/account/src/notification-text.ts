import { i18n, useTranslation } from '@zabuni/i18n'
import type { Notification } from './notification-queries.ts'

/** The sentence of a notification; a kind that this version does not know yet has a plain one. */
export const useNotificationText = (): ((n: Notification) => string) => {
  const { t } = useTranslation('notifications')
  return (n) => {
    const key = `kind.${n.kind.replaceAll('.', '_')}`
    if (!i18n.exists(key, { ns: 'notifications' })) return t('kind.other')
    // The server names the kind and sends what its sentence needs.
    return i18n.t(key as never, { ...n.params, ns: 'notifications' } as never) as unknown as string
  }
}
