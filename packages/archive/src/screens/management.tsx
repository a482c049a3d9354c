import { useQueryClient } from '@tanstack/react-query'
import { ACTIVITIES } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { ArchiveIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  archiveJob,
  holdJob,
  type Managed,
  managed,
  releaseJob,
  STATES,
  type State,
} from '../queries.ts'

const column = columnsFor<Managed>()
const TONES: Record<State, Tone> = {
  waiting: 'neutral',
  ready: 'warn',
  archived: 'ok',
  held: 'info',
  due: 'warn',
  disposed: 'neutral',
}

/** What of a job is not over. */
const Waits = ({ of: m }: { of: Managed }) => {
  const { t } = useTranslation('archive')
  if (m.state !== 'waiting') return <span className="text-ink-3">–</span>
  const parts = (['categories', 'contracts', 'lists'] as const).flatMap((what) =>
    m[what] ? [t(`manage.${what}`, { count: m[what] })] : [],
  )
  return (
    <ul className="grid whitespace-normal">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
}

type Act = 'archive' | 'hold' | 'release'
type Asking = { act: Act; of: Managed }
/** What can be done with a job, by where it stands. */
const ACTS: Partial<Record<State, Act>> = {
  ready: 'archive',
  archived: 'hold',
  due: 'hold',
  held: 'release',
}

/** Jobs on their way into the archive and in it, and what is done about them. */
export default function ArchiveManagement() {
  const { t } = useTranslation('archive')
  const { href } = useHere()
  const words = useWords()
  const cache = useQueryClient()
  const at = useListParams()
  const [asking, setAsking] = useState<Asking>()
  const query = useList(
    managed(
      given({
        state: at.many('state', STATES),
        activity: at.many('activity', ACTIVITIES),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.job'),
        meta: { width: '30%' },
        cell: ({ row: { original: m } }) => (
          <RowLink
            to={m.kept ? href('archiveJob', { jobId: m.id, activity: m.activity }) : null}
            note={`${m.reference} · ${m.buyer}`}
          >
            {m.title}
          </RowLink>
        ),
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('state', {
        header: t('columns.state'),
        cell: (c) => <Badge tone={TONES[c.getValue()]}>{t(`manage.states.${c.getValue()}`)}</Badge>,
      }),
      column.display({
        id: 'waits',
        header: t('columns.waits'),
        cell: ({ row: { original: m } }) => <Waits of={m} />,
      }),
      column.accessor((m) => m.kept?.keep_until ?? '', {
        id: 'until',
        header: t('columns.until'),
        cell: ({ row: { original: m } }) =>
          m.kept ? (
            <span className="tabular">{dayText(m.kept.keep_until)}</span>
          ) : (
            <span className="text-ink-3">–</span>
          ),
      }),
      column.display({
        id: 'act',
        header: t('columns.act'),
        cell: ({ row: { original: m } }) => {
          const act = ACTS[m.state]
          // What lies over the row's link can be pressed.
          return m.own_hold ? (
            <span className="text-xs whitespace-normal text-ink-2">{t('manage.own')}</span>
          ) : act ? (
            <span className="relative">
              <Button size="sm" onClick={() => setAsking({ act, of: m })}>
                {t(`manage.${act}`)}
              </Button>
            </span>
          ) : (
            <span className="text-ink-3">–</span>
          )
        },
      }),
    ],
    [t, href, words],
  )
  const close = () => setAsking(undefined)
  const done = async (said: 'archivedToast' | 'heldToast' | 'releasedToast') => {
    await cache.invalidateQueries({ queryKey: keys.archive })
    close()
    toast('ok', t(`manage.${said}`))
  }
  const told = asking && {
    title: asking.of.title,
    buyer: asking.of.buyer,
    until: dayText(asking.of.kept?.keep_until ?? ''),
    reason: asking.of.hold_reason,
  }
  return (
    <Page
      title={t('manage.title')}
      subtitle={t('manage.note')}
      crumbs={[{ label: t('buyers.title'), to: href('archiveBuyers') }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('manage.title')}
        search={t('manage.search')}
        filters={[
          {
            key: 'state',
            kind: 'many',
            label: t('columns.state'),
            options: STATES.map((value) => ({ value, label: t(`manage.states.${value}`) })),
          },
          {
            key: 'activity',
            kind: 'many',
            label: t('columns.activity'),
            options: ACTIVITIES.map((value) => ({ value, label: words(value, 'name') })),
          },
        ]}
        empty={{
          icon: <ArchiveIcon size={18} />,
          title: t('manage.empty'),
          body: t('manage.emptyBody'),
        }}
      />
      {asking && told ? (
        asking.act === 'archive' ? (
          <AskDialog
            open
            onClose={close}
            title={t('manage.archiveTitle', told)}
            description={t('manage.archiveMeans', told)}
            action={t('manage.archive')}
            send={async () => {
              await archiveJob(asking.of.id)
              await done('archivedToast')
            }}
          />
        ) : (
          <ReasonDialog
            open
            onClose={close}
            title={t(`manage.${asking.act}Title`, told)}
            description={t(`manage.${asking.act}Means`, told)}
            action={t(`manage.${asking.act}`)}
            reasonHint={t(`manage.${asking.act}Hint`)}
            send={async (reason) => {
              const act = asking.act === 'hold' ? holdJob : releaseJob
              await act(asking.of.id, reason)
              await done(asking.act === 'hold' ? 'heldToast' : 'releasedToast')
            }}
          />
        )
      ) : null}
    </Page>
  )
}
