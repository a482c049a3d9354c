import { i18n, useTranslation } from '@zabuni/i18n'
import type { Notification } from './notification-queries.ts'

/** The sentence of a notification; a kind that this version does not know yet has a plain one. */
export const useNotificationText = (): ((n: Notification) => string) => {
  const { t } = useTranslation('notifications')
  return (n) => {
    const key = `kind.${n.kind.replaceAll('.', '_')}`
    const known = i18n.exists(key, { ns: 'notifications' })
    return t((known ? key : 'kind.other') as 'kind.other', n.params)
  }
}
