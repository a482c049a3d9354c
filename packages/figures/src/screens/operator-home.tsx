import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ACTIVITIES } from '@zabuni/activities/activity'
import { to } from '@zabuni/activities/address'
import { CATEGORY_STATUSES, JOB_COLORS, JOB_STATUSES } from '@zabuni/activities/status'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { readAgain } from '@zabuni/tasks/read-again'
import { useLive } from '@zabuni/tasks/use-live'
import { Card } from '@zabuni/ui/card'
import { StackedBarChart } from '@zabuni/ui/charts'
import { Figures } from '@zabuni/ui/figures'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useEffect, useRef } from 'react'
import { ClosingNext } from '../closing.tsx'
import { type Dashboard, dashboard } from '../platform.ts'

const PAUSE_MS = 1000
/** How often figures are asked for while no words arrive. */
const POLL_MS = 30_000
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

const Head = ({ d }: { d: Dashboard }) => {
  const { t, i18n } = useTranslation('live')
  const { href } = useHere()
  const number = new Intl.NumberFormat(i18n.language)
  const jobs = (status: string) =>
    number.format(sum(d.jobs.filter((j) => j.status === status).map((j) => j.jobs)))
  const open = d.categories.find((c) => c.status === 'open')?.categories ?? 0
  return (
    <Figures
      label={t('home.title')}
      items={[
        { label: t('home.published'), value: jobs('published'), to: href('liveJobs') },
        {
          label: t('home.open'),
          value: number.format(open),
          to: to(href('liveJobs'), { query: { open: '1' } }),
        },
        {
          label: t('home.buyers'),
          value: number.format(d.buyers),
          to: mayI('MANAGE_JOB') ? href('buyerCompanies') : null,
        },
        { label: t('home.suppliers'), value: number.format(d.suppliers), to: '/zabuni/suppliers' },
        ...(d.validate === undefined
          ? []
          : [
              {
                label: t('home.validate'),
                value: number.format(d.validate),
                to: '/zabuni/special_group_suppliers?status=pending',
              },
            ]),
      ]}
    />
  )
}

const Jobs = ({ d }: { d: Dashboard }) => {
  const { t, i18n } = useTranslation(['live', 'activities'])
  const { href } = useHere()
  const words = useWords()
  const shown = JOB_STATUSES.filter((s) => d.jobs.some((j) => j.status === s))
  const rows = ACTIVITIES.flatMap((activity) => {
    const mine = d.jobs.filter((j) => j.activity === activity)
    return mine.length
      ? [
          {
            label: words(activity, 'name'),
            values: shown.map((s) => sum(mine.filter((j) => j.status === s).map((j) => j.jobs))),
            // Only what is published or closed is live.
            to: shown.map((s) =>
              s === 'published' || s === 'closed'
                ? to(href('liveJobs'), { query: { activity } })
                : null,
            ),
          },
        ]
      : []
  })
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Card>
      {rows.length ? (
        <StackedBarChart
          title={t('home.jobs')}
          series={shown.map((s) => t(`activities:jobStatus.${s}`))}
          colors={shown.map((s) => JOB_COLORS[s])}
          data={rows}
          format={number.format}
        />
      ) : (
        <p className="text-sm text-ink-2">{t('home.noJobs')}</p>
      )}
    </Card>
  )
}

const Money = ({ d }: { d: Dashboard }) => {
  const { t, i18n } = useTranslation('live')
  if (d.reviews === undefined) return null
  return (
    <Card title={t('home.paid')}>
      {d.paid.length ? (
        <ul className="grid gap-2">
          {d.paid.map((p) => (
            <li key={p.currency} className="flex flex-wrap items-baseline justify-between gap-3">
              <span className="tabular text-lg font-semibold">
                {formatMoney(p.amount, p.currency, i18n.language)}
              </span>
              <span className="text-sm text-ink-2">{t('home.orders', { count: p.orders })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('home.paidNone')}</p>
      )}
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
        {d.reviews ? t('home.reviews', { count: d.reviews }) : t('home.reviewsNone')}
      </p>
    </Card>
  )
}

const Categories = ({ d }: { d: Dashboard }) => {
  const { t, i18n } = useTranslation('live')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Card title={t('home.categories')} flush>
      <ul className="divide-y divide-line">
        {CATEGORY_STATUSES.flatMap((s) => d.categories.filter((c) => c.status === s)).map((c) => (
          <li key={c.status} className="flex items-center justify-between px-4 py-2.5">
            <CategoryBadge status={c.status} activity={null} />
            <span className="tabular font-medium">{number.format(c.categories)}</span>
          </li>
        ))}
      </ul>
      {d.categories.length ? null : (
        <p className="px-4 py-6 text-sm text-ink-2">{t('home.noJobs')}</p>
      )}
    </Card>
  )
}

/** Where the operator's people begin the day: the platform at a glance. */
export default function Landing() {
  const { t } = useTranslation('live')
  const { href } = useHere()
  const client = useQueryClient()
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(due.current), [])
  // Words come in bursts: one reading answers them all.
  const live = useLive('platform', () => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      void readAgain(client, dashboard.queryKey)
    }, PAUSE_MS)
  })
  const query = useQuery({ ...dashboard, refetchInterval: live ? false : POLL_MS })
  return (
    <Load query={query} title={t('home.title')}>
      {(d) => (
        <Page
          title={t('home.greeting', { name: session()?.first_name ?? '' })}
          subtitle={t('home.note')}
          actions={
            <LinkButton to={href('liveJobs')} look="primary">
              {t('home.all')}
            </LinkButton>
          }
        >
          <div className="grid gap-4">
            <Head d={d} />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start">
              <div className="grid grid-cols-1 gap-4">
                <ClosingNext rows={d.closing} />
                <Jobs d={d} />
              </div>
              <div className="grid gap-4">
                <Money d={d} />
                <Categories d={d} />
              </div>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
