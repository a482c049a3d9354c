import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { readAgain } from '@zabuni/tasks/read-again'
import { useLive } from '@zabuni/tasks/use-live'
import { cx } from '@zabuni/ui/cx'
import { menuLine, Popover } from '@zabuni/ui/popover'
import { toast } from '@zabuni/ui/toast'
import { BellIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { inboxKey, inboxQuery, markRead } from './notification-queries.ts'
import { useNotificationText } from './notification-text.ts'

const SHOWN = 5
const MANY = 99
/** Without a stream the bell asks this often. */
const POLL_MS = 30_000

/** What happened while the person was away, counted; what arrives now is said once. */
export default function Bell() {
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  const text = useNotificationText()
  const cache = useQueryClient()
  const up = useLive('notifications', () => {
    void readAgain(cache, inboxKey)
  })
  const { data: inbox } = useQuery({
    ...inboxQuery({ limit: SHOWN }),
    refetchInterval: up ? false : POLL_MS,
  })
  const newest = inbox?.items[0]
  const seen = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!inbox) return
    const before = seen.current
    seen.current = newest?.id ?? ''
    // The first look tells nothing new, and a tab in the background stays quiet.
    if (before === undefined || !newest || newest.id === before || newest.read_at) return
    if (document.visibilityState === 'visible') toast('info', text(newest))
  }, [inbox, newest, text])
  const unread = inbox?.unread ?? 0
  return (
    <Popover
      label={
        unread
          ? common('shell.notificationsUnread', { count: unread })
          : common('shell.notifications')
      }
      trigger={
        <span className="relative">
          <BellIcon aria-hidden="true" size={17} strokeWidth={1.75} />
          {unread ? (
            <span
              aria-hidden="true"
              className="tabular absolute -top-2 left-2 grid h-4 min-w-4 place-items-center rounded-full bg-brand px-1 text-2xs font-semibold text-ink-inverse"
            >
              {unread > MANY ? `${MANY}+` : unread}
            </span>
          ) : null}
        </span>
      }
    >
      {(close) => (
        <div className="grid w-[min(22rem,calc(100vw-1rem))] p-1">
          {inbox?.items.length ? (
            <ul>
              {inbox.items.map((n) => (
                <li key={n.id}>
                  <Link
                    to={n.href || '/notifications'}
                    className={cx(menuLine, 'items-start')}
                    onClick={() => {
                      close()
                      if (!n.read_at)
                        void markRead(n.id).finally(() =>
                          cache.invalidateQueries({ queryKey: inboxKey }),
                        )
                    }}
                  >
                    <span
                      aria-hidden="true"
                      className={cx(
                        'mt-1.5 size-2 shrink-0 rounded-full',
                        n.read_at ? 'bg-transparent' : 'bg-brand',
                      )}
                    />
                    <span className="grid gap-0.5">
                      <span className={cx(!n.read_at && 'font-medium')}>{text(n)}</span>
                      <span className="text-xs text-ink-3">{formatDateTime(n.created_at)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <div className="grid gap-1 p-3 text-sm">
              <p className="font-semibold">{t('emptyTitle')}</p>
              <p className="text-ink-2">{t('emptyBody')}</p>
            </div>
          )}
          <hr className="mx-1 my-1 border-line" />
          <Link to="/notifications" onClick={close} className={cx(menuLine, 'justify-center')}>
            {t('seeAll')}
          </Link>
        </div>
      )}
    </Popover>
  )
}
