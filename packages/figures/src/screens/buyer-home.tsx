import { useQueries, useQuery } from '@tanstack/react-query'
import { ACTIVITIES, type Activity } from '@zabuni/activities/activity'
import type { Address } from '@zabuni/activities/address'
import { jobs } from '@zabuni/activities/queries'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import type { Schemas } from '@zabuni/api/desk'
import { session } from '@zabuni/api/session'
import { serverNow, serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { mayI } from '@zabuni/routing/may'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { LineLink } from '@zabuni/ui/line-link'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { Countdown } from '@zabuni/ui/progress'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ParticipationChart } from '../dashboard-charts.tsx'
import { board } from '../queries.ts'
import { Waiting } from '../waiting.tsx'

type Row = Schemas['JobRow']
const STAGES = ['draft', 'published', 'closed'] as const
const SHOWN = 6
const MONTHS = 12

const Stages = ({ activity, list }: { activity: Activity; list: Address }) => {
  const { t, i18n } = useTranslation('sourcing')
  const results = useQueries({
    queries: STAGES.map((status) => jobs({ activity, status, limit: 1 })),
  })
  const words = useWords()
  const failed = results.find((r) => r.isError)
  const number = new Intl.NumberFormat(i18n.language)
  if (failed) return <Banner tone="bad">{problemText(failed.error, i18n)}</Banner>
  return (
    <ul
      aria-label={words(activity, 'list')}
      className="grid grid-cols-3 overflow-hidden rounded-lg border border-line bg-surface shadow-xs"
    >
      {STAGES.map((stage, i) => {
        const { data } = results[i] ?? {}
        return (
          <li
            key={stage}
            className="relative border-line px-4 py-3 not-first:border-l hover:bg-canvas"
          >
            <Link
              to={`${list}?status=${stage}`}
              className="grid gap-0.5 outline-offset-0 after:absolute after:inset-0"
            >
              <span className="text-xs text-ink-2">{t(`home.stages.${stage}`)}</span>
              <span className="tabular text-2xl font-semibold">
                {data ? (
                  number.format(data.total) + (data.total_capped ? '+' : '')
                ) : (
                  <span className="skeleton inline-block h-6 w-10" />
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const Lines = ({
  title,
  rows,
  loading,
  failure,
  empty,
  children,
}: {
  title: string
  rows: readonly Row[]
  loading: boolean
  failure: string | undefined
  empty: string
  children: (row: Row) => ReactNode
}) => {
  const { hrefOf } = useHere()
  return (
    <Card flush title={title}>
      {failure ? <p className="px-4 py-4 text-sm text-bad">{failure}</p> : null}
      {rows.length ? (
        <ul className="grid divide-y divide-line">
          {rows.map((row) => {
            const to = hrefOf(row.activity, 'details', { jobId: row.id })
            return (
              <li
                key={row.id}
                className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-canvas"
              >
                <span className="grid min-w-0">
                  <LineLink to={to}>{row.title}</LineLink>
                  <span className="text-xs text-ink-3">{row.reference}</span>
                </span>
                <span className="grid text-sm sm:justify-items-end">{children(row)}</span>
              </li>
            )
          })}
        </ul>
      ) : loading ? (
        <div className="grid gap-3 p-4">
          <div className="skeleton h-4 w-2/3" />
          <div className="skeleton h-4 w-1/2" />
          <div className="skeleton h-4 w-3/5" />
        </div>
      ) : failure ? null : (
        <p className="px-4 py-6 text-sm text-ink-2">{empty}</p>
      )}
    </Card>
  )
}

/** Where a buyer's people begin the day: jobs by stage, what closes next, drafts that wait. */
export default function BuyerHome() {
  const { t, i18n } = useTranslation(['sourcing', 'figures'])
  const { hrefOf } = useHere()
  const words = useWords()
  const who = session()
  const zone = who?.timezone || 'UTC'
  // The same figures as the dashboard's: going there asks for nothing again.
  const work = useQuery(board(MONTHS))
  const live = useQuery(jobs({ status: 'published', limit: 100 }))
  const drafts = useQuery(jobs({ status: 'draft', limit: SHOWN }))
  const now = serverNow()
  const closing = (live.data?.items ?? [])
    .filter((row) => row.closes_at && Date.parse(row.closes_at) > now)
    .sort((a, b) => (a.closes_at ?? '').localeCompare(b.closes_at ?? ''))
    .slice(0, SHOWN)
  const create = mayI('MANAGE_JOB') ? hrefOf('tender', 'create') : null
  const failure = (error: unknown) => (error ? problemText(error, i18n) : undefined)
  return (
    <Page
      title={t('home.title', { name: who?.first_name ?? '' })}
      subtitle={t('home.lead')}
      actions={
        create ? (
          <LinkButton to={create} look="primary" icon={<PlusIcon aria-hidden="true" size={16} />}>
            {words('tender', 'create')}
          </LinkButton>
        ) : null
      }
    >
      <div className="grid gap-4">
        {ACTIVITIES.map((activity) => {
          const list = hrefOf(activity, 'list')
          return list ? <Stages key={activity} activity={activity} list={list} /> : null
        })}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            {work.data ? (
              <Waiting rows={work.data.waiting} />
            ) : (
              <Lines
                title={t('figures:waiting.title')}
                rows={[]}
                loading={work.isPending}
                failure={failure(work.error)}
                empty=""
              >
                {() => null}
              </Lines>
            )}
            <Lines
              title={t('home.drafts')}
              rows={drafts.data?.items ?? []}
              loading={drafts.isPending}
              failure={failure(drafts.error)}
              empty={t('home.noDrafts')}
            >
              {(row) => (
                <>
                  <span>{t('home.categories', { count: row.categories })}</span>
                  <span className="text-xs text-ink-3">
                    {t('home.since', { at: formatDate(row.created_at) })}
                  </span>
                </>
              )}
            </Lines>
          </div>
          <div className="grid min-w-0 gap-4">
            <Lines
              title={t('home.closing')}
              rows={closing}
              loading={live.isPending}
              failure={failure(live.error)}
              empty={t('home.nothingCloses')}
            >
              {(row) => (
                <>
                  <Countdown until={row.closes_at ?? ''} offset={serverOffset()} />
                  <span className="text-xs text-ink-3">
                    {formatMoment(row.closes_at ?? '', zone)}
                  </span>
                </>
              )}
            </Lines>
            {work.data?.closing.length ? <ParticipationChart board={work.data} /> : null}
          </div>
        </div>
      </div>
    </Page>
  )
}
