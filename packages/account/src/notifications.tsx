import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { readAgain } from '@zabuni/tasks/read-again'
import { useLive } from '@zabuni/tasks/use-live'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { BellIcon, CheckCheckIcon, CheckIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { inboxKey, inboxQuery, markRead, type Notification } from './notification-queries.ts'
import { useNotificationText } from './notification-text.ts'

const PAGE = 20

const Line = ({ item, onRead }: { item: Notification; onRead: (id: string) => void }) => {
  const { t } = useTranslation('notifications')
  const text = useNotificationText()(item)
  const unread = !item.read_at
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <span
        aria-hidden="true"
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-full',
          unread ? 'bg-brand' : 'bg-transparent',
        )}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        {item.href ? (
          <Link
            to={item.href}
            onClick={() => unread && onRead(item.id)}
            className={cx('rounded-sm hover:underline', unread && 'font-medium')}
          >
            {text}
          </Link>
        ) : (
          <span className={cx(unread && 'font-medium')}>{text}</span>
        )}
        <span className="text-xs text-ink-3">
          {formatDateTime(item.created_at)}
          {unread ? <span className="sr-only">, {t('unreadOne')}</span> : null}
        </span>
      </div>
      {unread ? (
        <IconButton
          size="sm"
          label={t('markOne', { text })}
          icon={<CheckIcon aria-hidden="true" size={15} />}
          onClick={() => onRead(item.id)}
        />
      ) : null}
    </li>
  )
}

/** What concerns a person, newest first. */
export default function Notifications() {
  const { t, i18n } = useTranslation('notifications')
  const cache = useQueryClient()
  const [params, setParams] = useSearchParams()
  const unread = params.get('show') === 'unread'
  const after = params.get('after') ?? ''
  const query = useQuery(
    inboxQuery({ limit: PAGE, ...(unread ? { unread } : {}), ...(after ? { after } : {}) }),
  )
  const again = () => void cache.invalidateQueries({ queryKey: inboxKey })
  useLive('notifications', () => void readAgain(cache, inboxKey))
  const read = useMutation({ mutationFn: (id?: string) => markRead(id), onSettled: again })
  const show = (next: Record<string, string>) => setParams(next)
  return (
    <Load query={query} title={t('title')}>
      {(inbox) => (
        <Page
          width="form"
          title={t('title')}
          subtitle={t('subtitle')}
          actions={
            <>
              <LinkButton to="/profile">{t('mails')}</LinkButton>
              {inbox.unread > 0 ? (
                <Button
                  busy={read.isPending}
                  icon={<CheckCheckIcon aria-hidden="true" size={15} />}
                  onClick={() => read.mutate(undefined)}
                >
                  {t('markAll')}
                </Button>
              ) : null}
            </>
          }
        >
          <div className="grid gap-3">
            <fieldset className="flex gap-1">
              <legend className="sr-only">{t('filter')}</legend>
              {([false, true] as const).map((only) => (
                <button
                  key={String(only)}
                  type="button"
                  aria-pressed={unread === only}
                  onClick={() => show(only ? { show: 'unread' } : {})}
                  className={cx(
                    'h-8 rounded-md px-3 text-sm font-medium max-sm:h-11',
                    unread === only ? 'bg-line/70 text-ink' : 'text-ink-2 hover:bg-sunken',
                  )}
                >
                  {t(only ? 'unread' : 'all')}
                  {only && inbox.unread ? (
                    <span className="tabular ml-1.5">{inbox.unread}</span>
                  ) : null}
                </button>
              ))}
            </fieldset>
            {read.error ? <Banner tone="bad">{problemText(read.error, i18n)}</Banner> : null}
            <section className="rounded-lg border border-line bg-surface shadow-xs">
              {inbox.items.length ? (
                <ul>
                  {inbox.items.map((item) => (
                    <Line key={item.id} item={item} onRead={(id) => read.mutate(id)} />
                  ))}
                </ul>
              ) : unread ? (
                <EmptyState
                  icon={<CheckCheckIcon size={18} />}
                  title={t('noneUnread')}
                  body=""
                  action={<Button onClick={() => show({})}>{t('showAll')}</Button>}
                />
              ) : (
                <EmptyState
                  icon={<BellIcon size={18} />}
                  title={t('emptyTitle')}
                  body={t('emptyBody')}
                />
              )}
            </section>
            {after || inbox.next ? (
              <nav aria-label={t('title')} className="flex justify-between">
                {after ? (
                  <Button onClick={() => show(unread ? { show: 'unread' } : {})}>
                    {t('newest')}
                  </Button>
                ) : (
                  <span />
                )}
                {inbox.next ? (
                  <Button
                    onClick={() =>
                      show({ ...(unread ? { show: 'unread' } : {}), after: inbox.next ?? '' })
                    }
                  >
                    {t('older')}
                  </Button>
                ) : null}
              </nav>
            ) : null}
          </div>
        </Page>
      )}
    </Load>
  )
}
