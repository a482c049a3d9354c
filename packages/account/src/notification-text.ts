import { i18n, useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import type { Notification } from './notification-queries.ts'

/** What a sentence names; moments are shown in the zone that they are meant in. */
export const shown = ({
  zone = 'UTC',
  ...params
}: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('_at') ? formatMoment(value, zone) : value,
    ]),
  )

/** The sentence of a notification; a kind that this version does not know yet has a plain one. */
export const useNotificationText = (): ((n: Notification) => string) => {
  const { t } = useTranslation('notifications')
  return (n) => {
    const key = `kind.${n.kind.replaceAll('.', '_')}`
    if (!i18n.exists(key, { ns: 'notifications' })) return t('kind.other')
    // The server names the kind and sends what its sentence needs.
    const params = { ...shown(n.params), ns: 'notifications' }
    return i18n.t(key as never, params as never) as unknown as string
  }
}
