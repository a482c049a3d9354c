import { ACTIVITIES } from '@zabuni/activities/activity'
import { to } from '@zabuni/activities/address'
import { JOB_COLORS, JOB_STATUSES } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { sum as total } from '@zabuni/i18n/decimal'
import { formatMoney } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { BarChart, ColumnChart, StackedBarChart } from '@zabuni/ui/charts'
import type { Board } from './queries.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const distinct = (list: readonly { currency: string }[]) =>
  [...new Set(list.map((row) => row.currency))].sort()

/** The months from the first of a period to the one that now is, as YYYY-MM. */
const monthsOf = (since: string, asOf: string): string[] => {
  const out: string[] = []
  const last = asOf.slice(0, 7)
  let [year = 0, month = 1] = since.split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > last) return out
    out.push(name)
    month = month === 12 ? 1 : month + 1
    if (month === 1) year++
  }
}

const MANY = 12
// A month's name; the year below the first and below each January.
const ticksOf = (month: string, at: number, style: 'short' | 'narrow', language: string) => {
  const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
  const word = name.format(new Date(`${month}-01T00:00Z`))
  return at && !month.endsWith('-01') ? [word] : [word, month.slice(0, 4)]
}

/** Jobs by activity and status; each part leads to its jobs. */
export const JobsChart = ({ board }: { board: Board }) => {
  const { t, i18n } = useTranslation(['figures', 'activities'])
  const { href } = useHere()
  const words = useWords()
  const number = new Intl.NumberFormat(i18n.language)
  const shown = JOB_STATUSES.filter((s) => board.jobs.some((j) => j.status === s))
  const data = ACTIVITIES.flatMap((activity) => {
    const mine = board.jobs.filter((j) => j.activity === activity)
    if (!mine.length) return []
    return [
      {
        label: words(activity, 'name'),
        values: shown.map((s) => sum(mine.filter((j) => j.status === s).map((j) => j.jobs))),
        to: shown.map((status) => to(href('ourJobs'), { query: { activity, status } })),
      },
    ]
  })
  return (
    <Card>
      {data.length ? (
        <StackedBarChart
          title={t('charts.jobs')}
          series={shown.map((s) => t(`activities:jobStatus.${s}`))}
          colors={shown.map((s) => JOB_COLORS[s])}
          data={data}
          format={number.format}
        />
      ) : (
        <p className="text-sm text-ink-2">{t('charts.jobsNone')}</p>
      )}
    </Card>
  )
}

/** Who takes part in what closes next; counts only, nothing of a bid. */
export const ParticipationChart = ({ board }: { board: Board }) => {
  const { t, i18n } = useTranslation('figures')
  const { href } = useHere()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Card>
      {board.closing.length ? (
        <BarChart
          title={t('charts.participation')}
          data={board.closing.map((c) => ({
            label: c.name,
            value: c.participants,
            to: href('participants', { categoryId: c.id }),
          }))}
          format={number.format}
        />
      ) : (
        <p className="text-sm text-ink-2">{t('charts.participationNone')}</p>
      )}
    </Card>
  )
}

const useMoney = (currency: string) => {
  const { i18n } = useTranslation()
  const short = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return {
    format: (value: number) => short.format(value),
    exact: (value: number) => formatMoney(String(value), currency, i18n.language),
  }
}

const Spend = ({ board, currency }: { board: Board; currency: string }) => {
  const { t, i18n } = useTranslation('figures')
  const { href } = useHere()
  const money = useMoney(currency)
  const months = board.months.filter((m) => m.currency === currency)
  const types = board.types.filter((row) => row.currency === currency)
  const period = monthsOf(board.since, board.as_of)
  const spend = to(href('results'), { query: { view: 'spend', currency } })
  return (
    <>
      <Card>
        <ColumnChart
          title={t('charts.months', { currency })}
          data={period.map((month, at) => ({
            label: `${month.slice(5)}-${month.slice(0, 4)}`,
            ticks: ticksOf(month, at, period.length > MANY ? 'narrow' : 'short', i18n.language),
            value: Number(months.find((m) => m.month === month)?.amount ?? 0),
            to: to(spend, { query: { month } }),
          }))}
          {...money}
        />
      </Card>
      <Card>
        <p className="mb-4 grid gap-0.5 border-b border-line pb-4">
          <span className="text-xs text-ink-2">
            {t('charts.spend')} · {t('head.period', { count: period.length })}
          </span>
          <span className="tabular text-xl font-semibold">
            {formatMoney(total(types.map((row) => row.amount)), currency, i18n.language)}
          </span>
        </p>
        <BarChart
          title={t('charts.types', { currency })}
          data={types.map((row) => ({
            label: row.name || t('charts.untyped'),
            value: Number(row.amount),
            to: to(spend, {
              query: { months: String(period.length), type: row.category_type_id ?? 'none' },
            }),
          }))}
          {...money}
        />
      </Card>
    </>
  )
}

/** What was awarded, by month and by kind of supply, in each currency. */
export const SpendCharts = ({ board }: { board: Board }) => {
  const { t } = useTranslation('figures')
  const currencies = distinct(board.months)
  return currencies.length ? (
    currencies.map((currency) => <Spend key={currency} board={board} currency={currency} />)
  ) : (
    <Card title={t('charts.spend')} className="lg:col-span-2">
      <p className="text-sm text-ink-2">{t('charts.spendNone')}</p>
    </Card>
  )
}
