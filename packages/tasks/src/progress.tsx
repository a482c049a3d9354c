import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { ProgressBar } from '@zabuni/ui/progress'
import { DownloadIcon, RotateCcwIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { cancelTask, downloadFile, isActive, retryTask, type Task, taskQuery } from './queries.ts'
import { readAgain } from './read-again.ts'
import { useLive } from './use-live.ts'

/** Without a stream the screen asks this often. */
const POLL_MS = 2000
/** With one it asks as well, now and then: a word may get lost. */
const LOOK_MS = 20_000

const tones: Record<Task['status'], Tone> = {
  pending: 'neutral',
  processing: 'info',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'warn',
}

/** Figures of an upload, as its task leaves them. */
const COUNTS = ['create', 'change', 'same', 'refuse', 'files', 'missing'] as const

/** Follows a task by the live stream, by asking where there is none. */
export const useTask = (id: string) => {
  const cache = useQueryClient()
  const options = taskQuery(id)
  const up = useLive(id ? `task.${id}` : null, () => {
    void readAgain(cache, options.queryKey)
  })
  const query = useQuery({
    ...options,
    enabled: !!id,
    refetchInterval: (q) => (isActive(q.state.data) ? (up ? LOOK_MS : POLL_MS) : false),
  })
  return { query, up }
}

const State = ({ task, live }: { task: Task; live: boolean }) => {
  const { t } = useTranslation('tasks')
  const doing = task.message ? t(`message.${task.message}`) : ''
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <p role="status" className="font-medium">
          {task.status === 'processing' && doing ? doing : t(`state.${task.status}`)}
        </p>
        <p className="tabular text-2xl font-semibold">{task.percent}%</p>
      </div>
      <ProgressBar label={t(`kind.${task.kind}`)} percent={task.percent} />
      {task.total > 0 && isActive(task) ? (
        <p className="tabular text-sm text-ink-2">
          {t('progress.of', { done: task.done, total: task.total })}
        </p>
      ) : null}
      {isActive(task) ? (
        <p className="text-sm text-ink-2">
          {t('progress.leave')} {live ? null : t('progress.asking')}
        </p>
      ) : null}
      {task.status === 'pending' && task.error ? (
        <Banner tone="warn">
          {t('progress.again', { count: task.attempt })}{' '}
          {faultText({ code: task.error, params: task.error_params })}
        </Banner>
      ) : null}
      {task.status === 'failed' ? (
        <Banner tone="bad">
          {faultText({ code: task.error ?? 'internal', params: task.error_params })}
        </Banner>
      ) : null}
      {task.status === 'completed' && Object.keys(task.counts ?? {}).length ? (
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {COUNTS.filter((name) => task.counts?.[name] !== undefined).map((name) => (
            <div key={name}>
              <dt className="text-xs text-ink-2">{t(`counts.${name}`)}</dt>
              <dd className="tabular text-xl font-semibold">{task.counts?.[name]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {task.finished_at ? (
        <p className="text-sm text-ink-3">
          {t('progress.finished', { at: formatDateTime(task.finished_at) })}
        </p>
      ) : null}
      {task.file_until ? (
        <p className="text-sm text-ink-2">
          {t(task.has_file ? 'progress.until' : 'progress.over', {
            at: formatDateTime(task.file_until),
          })}
        </p>
      ) : null}
    </div>
  )
}

/** The screen of every background task: it may be left and comes back as it was. */
export default function TaskProgress() {
  const { t, i18n } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const { at } = useHere()
  const params = useParams()
  const id = params.taskId ?? params.task_id ?? ''
  const { query, up } = useTask(id)
  const [asking, setAsking] = useState(false)
  const refresh = () => query.refetch()
  // What the task has written is read anew by whatever screen comes next.
  const cache = useQueryClient()
  const written = query.data?.status === 'completed'
  useEffect(() => {
    if (written) void cache.invalidateQueries({ queryKey: keys.sourcing })
  }, [cache, written])
  const retry = useMutation({ mutationFn: () => retryTask(id), onSettled: refresh })
  const download = useMutation({ mutationFn: () => downloadFile(id) })
  const failure = retry.error ?? download.error
  const cancel = async () => {
    try {
      await cancelTask(id)
    } catch (error) {
      // A task that ended in between is no failure: the screen shows how it ended.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
    setAsking(false)
    void refresh()
  }
  return (
    <Load query={query} title={t('progress.title')}>
      {(task) => (
        <Page
          width="form"
          title={t(`kind.${task.kind}`)}
          status={<Badge tone={tones[task.status]}>{t(`state.${task.status}`)}</Badge>}
          subtitle={task.title}
        >
          <Card
            footer={
              <div className="flex flex-wrap justify-end gap-2">
                <LinkButton to={at(task.back)}>{t('progress.back')}</LinkButton>
                {isActive(task) ? (
                  <Button onClick={() => setAsking(true)}>{t('progress.cancel')}</Button>
                ) : null}
                {task.status === 'failed' || task.status === 'cancelled' ? (
                  <Button
                    look={task.has_file ? 'secondary' : 'primary'}
                    busy={retry.isPending}
                    icon={<RotateCcwIcon aria-hidden="true" size={15} />}
                    onClick={() => retry.mutate()}
                  >
                    {common('actions.retry')}
                  </Button>
                ) : null}
                {task.has_file ? (
                  <Button
                    look="primary"
                    busy={download.isPending}
                    icon={<DownloadIcon aria-hidden="true" size={15} />}
                    onClick={() => download.mutate()}
                  >
                    {t(
                      task.status === 'failed' || task.counts?.refuse
                        ? 'progress.errors'
                        : 'progress.download',
                    )}
                  </Button>
                ) : null}
              </div>
            }
          >
            <div className="grid gap-4">
              <State task={task} live={up} />
              {failure ? <Banner tone="bad">{problemText(failure, i18n)}</Banner> : null}
            </div>
          </Card>
          <AskDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={t('progress.cancelTitle')}
            description={t('progress.cancelBody')}
            action={t('progress.cancel')}
            send={cancel}
          />
        </Page>
      )}
    </Load>
  )
}
