import { useQueryClient } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { toast } from '@zabuni/ui/toast'
import { CircleCheckIcon } from 'lucide-react'
import { useMemo } from 'react'
import { PlatformPage } from './frame.tsx'
import { driveTaskOn, platformKey, type StuckTask, stuckQuery } from './queries.ts'

const column = columnsFor<StuckTask>()

/** Background work of any company that failed, is tried again, or whose worker has gone silent. */
export default function StuckTasks() {
  const { t } = useTranslation(['platform', 'tasks', 'errors'])
  const cache = useQueryClient()
  const at = useListParams()
  const query = useList(stuckQuery(given({ after: at.after })))
  const columns = useMemo(() => {
    const again = async (task: StuckTask) => {
      await driveTaskOn(task.id)
      toast('ok', t('tasks.driven'))
      await cache.invalidateQueries({ queryKey: platformKey })
    }
    return [
      column.accessor('kind', {
        header: t('tasks.what'),
        meta: { width: '34%' },
        cell: (c) => (
          <span className="grid gap-0.5 py-1.5 whitespace-normal">
            <span className="font-medium">{t(`tasks:kind.${c.getValue()}`)}</span>
            <span className="text-xs break-words text-ink-2">{c.row.original.title}</span>
            {c.row.original.error ? (
              <span className="text-xs text-bad">
                {t(`errors:${c.row.original.error}` as 'errors:internal')}
              </span>
            ) : null}
          </span>
        ),
      }),
      column.accessor('company', { header: t('tasks.company') }),
      column.accessor('status', {
        header: t('tasks.status'),
        cell: (c) => (
          <Badge tone={c.getValue() === 'failed' ? 'bad' : 'warn'}>
            {t(`tasks:state.${c.getValue()}`)}
          </Badge>
        ),
      }),
      column.accessor('attempt', { header: t('tasks.tries'), meta: { numeric: true } }),
      column.accessor('created_at', {
        header: t('tasks.since'),
        cell: (c) => <span className="text-ink-2">{formatMoment(c.getValue(), ownZone())}</span>,
      }),
      column.display({
        id: 'acts',
        header: t('acts'),
        cell: (c) =>
          c.row.original.status === 'failed' ? (
            <ActButton act={() => again(c.row.original)}>{t('tasks.drive')}</ActButton>
          ) : null,
      }),
    ]
  }, [t, cache])
  return (
    <PlatformPage>
      <p className="mb-3 text-sm text-ink-2">{t('tasks.note')}</p>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('tasks.title')}
        empty={{
          icon: <CircleCheckIcon size={18} />,
          title: t('tasks.empty'),
          body: t('tasks.emptyBody'),
        }}
      />
    </PlatformPage>
  )
}
