import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { given } from '@zabuni/api/list'
import { isLanguage, useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Figures } from '@zabuni/ui/figures'
import { FilterChips } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { DownloadIcon } from 'lucide-react'
import { ClosingNext } from '../closing.tsx'
import { JobsChart, ParticipationChart, SpendCharts } from '../dashboard-charts.tsx'
import { type Board, board, exportBoard } from '../queries.ts'
import { Waiting } from '../waiting.tsx'

const PERIODS = [3, 6, 12, 24, 36] as const
const YEAR = 12
const DAY = 86_400
/** The server names so many pieces of work. */
const MOST = 20

type Asked = { months: number; department: string }

const Head = ({ of, months, department }: Asked & { of: Board }) => {
  const { t, i18n } = useTranslation('figures')
  const { href } = useHere()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const published = of.jobs.filter((j) => j.status === 'published')
  const open = of.categories.find((c) => c.status === 'open')?.categories ?? 0
  const note = t('head.period', { count: months })
  const asked = { months: String(months), ...given({ department }) }
  const results = to(href('results'), { query: asked })
  const awarded = to(href('results'), { query: { view: 'awarded', ...asked } })
  return (
    <Figures
      label={t('head.title')}
      items={[
        {
          label: t('head.published'),
          value: number.format(published.reduce((n, j) => n + j.jobs, 0)),
          note: t('head.now'),
          to: to(href('ourJobs'), { query: { status: 'published', ...given({ department }) } }),
        },
        {
          label: t('head.open'),
          value: number.format(open),
          note: t('head.now'),
          to: to(href('liveJobs'), { query: { open: '1' } }),
        },
        {
          label: t('head.waiting'),
          value: number.format(of.waiting.length) + (of.waiting.length === MOST ? '+' : ''),
          note: t('head.now'),
          to: `?${new URLSearchParams(asked)}#waiting`,
        },
        {
          label: t('head.awards'),
          value: number.format(of.awards),
          note,
          to: awarded,
        },
        {
          label: t('head.bids'),
          value: of.closed ? number.format(of.bids / of.closed) : '–',
          note: t('head.ofClosed', { count: of.closed }),
          to: results,
        },
        {
          label: t('head.pace'),
          value: of.awards ? t('head.days', { days: number.format(of.seconds / DAY) }) : '–',
          note: t('head.median'),
          to: awarded,
        },
      ]}
    />
  )
}

const Export = ({ months, department }: Asked) => {
  const { t, i18n } = useTranslation('figures')
  if (!mayI('VIEW_REPORT')) return null
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  return (['xlsx', 'csv'] as const).map((format) => (
    <ActButton
      key={format}
      icon={<DownloadIcon aria-hidden="true" size={15} />}
      act={async () =>
        saveFile(
          await exportBoard({ months, ...given({ department }) }, format, language),
          `figures.${format}`,
        )
      }
    >
      {t(`export.${format}`)}
    </ActButton>
  ))
}

/** A buyer's work in figures: each says its period and leads to the list behind it. */
export default function Dashboard() {
  const { t } = useTranslation('figures')
  const { get, set } = useListParams()
  const months = PERIODS.find((p) => String(p) === get('months')) ?? YEAR
  const departments = useDepartmentFilter(undefined, get('department'))
  const department = departments.department?.[0] ?? ''
  const query = useQuery({
    ...board({ months, ...given({ department }) }),
    placeholderData: (before) => before,
    enabled: departments.department !== undefined,
  })
  return (
    <Load query={query} title={t('title')}>
      {(of) => (
        <Page
          title={t('title')}
          subtitle={t('note', { at: formatDateTime(of.as_of) })}
          actions={<Export months={months} department={department} />}
        >
          <div className="mb-3">
            <FilterChips
              filters={[
                {
                  key: 'months',
                  label: t('head.period', { count: YEAR }),
                  values: months === YEAR ? [] : [String(months)],
                  options: PERIODS.filter((p) => p !== YEAR).map((p) => ({
                    value: String(p),
                    label: t('head.period', { count: p }),
                  })),
                },
                ...departments.filters.map((filter) => ({
                  ...filter,
                  values: department ? [department] : [],
                })),
              ]}
              onChange={set}
            />
          </div>
          <div className="grid gap-4" aria-busy={query.isPlaceholderData}>
            <Head of={of} months={months} department={department} />
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              <Waiting rows={of.waiting} />
              <ClosingNext rows={of.closing} />
            </div>
            <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
              <JobsChart board={of} />
              <ParticipationChart board={of} />
              <SpendCharts board={of} />
            </div>
            <p className="text-xs text-ink-3">{t('sources')}</p>
          </div>
        </Page>
      )}
    </Load>
  )
}
