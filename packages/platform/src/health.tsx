import { useQuery, useQueryClient } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatMoment } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { ActButton } from '@zabuni/ui/act'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Stats } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { toast } from '@zabuni/ui/toast'
import { CircleCheckIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PlatformPage } from './frame.tsx'
import {
  driveEventOn,
  type Health,
  healthQuery,
  type ParkedEvent,
  parkedQuery,
  platformKey,
  setEventAside,
} from './queries.ts'

const column = columnsFor<ParkedEvent>()

const Figures = ({ of: { queues, disk } }: { of: Health }) => {
  const { t, i18n } = useTranslation('platform')
  const bytes = (n: number) => formatBytes(n, i18n.language)
  return (
    <div className="grid gap-4">
      {disk?.low ? (
        <Banner tone={disk.full ? 'bad' : 'warn'}>{t(disk.full ? 'disk.full' : 'disk.low')}</Banner>
      ) : null}
      <Stats
        items={[
          ...queues.map((q) => ({
            label: t(`queue.${q.queue}`),
            value: q.queue === 'parked' ? q.failed : q.waiting,
            note: q.since
              ? t('since', { at: formatMoment(q.since, ownZone()) })
              : q.failed > 0 && q.queue !== 'parked'
                ? t('failed', { count: q.failed })
                : undefined,
          })),
          ...(disk
            ? [
                {
                  label: t('disk.title'),
                  value: bytes(disk.free),
                  note: t('disk.of', { total: bytes(disk.total) }),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

/** What waits and since when, the room that is left, and events on which nothing could act. */
export default function PlatformHealth() {
  const { t, i18n } = useTranslation('platform')
  const cache = useQueryClient()
  const at = useListParams()
  const [aside, setAside] = useState<ParkedEvent>()
  const health = useQuery(healthQuery())
  const query = useList(parkedQuery(given({ after: at.after })))
  const columns = useMemo(() => {
    const again = async (e: ParkedEvent) => {
      await driveEventOn(e.id)
      toast('ok', t('parked.driven'))
      await cache.invalidateQueries({ queryKey: platformKey })
    }
    return [
      column.accessor('subject', {
        header: t('parked.what'),
        meta: { width: '42%' },
        cell: (c) => (
          <span className="grid gap-0.5 py-1.5 whitespace-normal">
            <span className="font-medium break-words">{c.getValue()}</span>
            <span className="text-xs break-words text-bad">{c.row.original.error}</span>
          </span>
        ),
      }),
      column.accessor('consumer', { header: t('parked.consumer') }),
      column.accessor('parked_at', {
        header: t('parked.at'),
        cell: (c) => <span className="text-ink-2">{formatMoment(c.getValue(), ownZone())}</span>,
      }),
      column.display({
        id: 'acts',
        header: t('acts'),
        cell: (c) =>
          c.row.original.again_at ? (
            <Badge tone="info">{t('parked.again')}</Badge>
          ) : (
            <span className="flex flex-wrap gap-2 py-1">
              <ActButton act={() => again(c.row.original)}>{t('parked.drive')}</ActButton>
              <Button onClick={() => setAside(c.row.original)}>{t('parked.aside')}</Button>
            </span>
          ),
      }),
    ]
  }, [t, cache])
  return (
    <PlatformPage>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {health.error ? <Banner tone="bad">{problemText(health.error, i18n)}</Banner> : null}
        {health.data ? <Figures of={health.data} /> : null}
        {health.isPending ? <div className="skeleton h-20" /> : null}
        <section>
          <h2 className="mb-1 text-base font-semibold">{t('parked.title')}</h2>
          <p className="mb-3 text-sm text-ink-2">{t('parked.note')}</p>
          <List
            at={at}
            query={query}
            columns={columns}
            caption={t('parked.title')}
            empty={{
              icon: <CircleCheckIcon size={18} />,
              title: t('parked.empty'),
              body: t('parked.emptyBody'),
            }}
          />
        </section>
      </div>
      <ReasonDialog
        open={!!aside}
        onClose={() => setAside(undefined)}
        danger
        title={t('parked.asideTitle')}
        description={t('parked.asideBody', { what: aside?.subject, consumer: aside?.consumer })}
        action={t('parked.asideAct')}
        reasonHint={t('parked.reasonHint')}
        send={async (reason) => {
          if (aside) await setEventAside(aside.id, reason)
          setAside(undefined)
          toast('ok', t('parked.gone'))
          await cache.invalidateQueries({ queryKey: platformKey })
        }}
      />
    </PlatformPage>
  )
}
