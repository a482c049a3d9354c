import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatMoney, formatPercent } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { Tabs } from '@zabuni/ui/tabs'
import { DownloadIcon, PieChartIcon } from 'lucide-react'
import {
  exportReserved,
  type Reserved,
  type ReservedFigure,
  reserved,
} from '../procurement/queries.ts'
import { askedYear, financialYear } from '../procurement/year.ts'

const TONES = { none: 'neutral', short: 'warn', met: 'ok' } as const

/** What each group had of what was awarded in one currency, beside what it is to have. */
const Groups = ({
  figure,
  names,
  caption,
}: {
  figure: ReservedFigure
  names: ReadonlyMap<string, string>
  caption: string
}) => {
  const { t, i18n } = useTranslation('procurement')
  const money = (amount: string) => formatMoney(amount, figure.currency, i18n.language)
  const heads = [
    { key: 'group', label: t('reserved.columns.group') },
    ...(['awarded', 'reserved', 'share', 'quota', 'missing'] as const).map((key) => ({
      key,
      label: t(`reserved.columns.${key}`),
      numeric: true,
    })),
    { key: 'state', label: t('reserved.columns.state') },
  ]
  return (
    <TableFrame caption={caption} heads={heads}>
      {figure.groups.map((g) => (
        <PlainRow
          key={g.group_id ?? 'together'}
          heads={heads}
          cells={[
            <span key="name" className="font-medium">
              {g.group_id ? names.get(g.group_id) : t('reserved.together')}
            </span>,
            money(g.awarded),
            money(g.reserved),
            formatPercent(g.share, i18n.language),
            g.state === 'none' ? '–' : formatPercent(g.quota, i18n.language),
            g.state === 'short' ? money(g.missing) : '–',
            <Badge key="state" tone={TONES[g.state]}>
              {t(`reserved.states.${g.state}`)}
            </Badge>,
          ]}
        />
      ))}
    </TableFrame>
  )
}

const Figures = ({ found }: { found: Reserved }) => {
  const { t, i18n } = useTranslation('procurement')
  const names = new Map(found.groups.map((g) => [g.id, g.name]))
  const years = found.figures.filter((f) => !f.quarter)
  if (!years.length) {
    return (
      <Card flush>
        <EmptyState icon={<PieChartIcon size={18} />} title={t('reserved.nothing')} />
      </Card>
    )
  }
  return years.map((whole) => {
    const said = (f: ReservedFigure) => ({
      quarter: f.quarter,
      amount: formatMoney(f.awarded, f.currency, i18n.language),
    })
    const title = t('reserved.all', said(whole))
    return (
      <Card key={whole.currency} title={title} flush>
        <Groups figure={whole} names={names} caption={title} />
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-3 text-sm font-medium">
            {t('reserved.quarters')}
          </summary>
          {found.figures
            .filter((f) => f.currency === whole.currency && f.quarter)
            .map((f) => (
              <section key={f.quarter} className="border-t border-line">
                <h3 className="px-4 pt-3 pb-2 text-sm font-medium">
                  {t('reserved.allQuarter', said(f))}
                </h3>
                <Groups figure={f} names={names} caption={t('reserved.allQuarter', said(f))} />
              </section>
            ))}
        </details>
      </Card>
    )
  })
}

/** The shares of a financial year that are kept for special groups, and what came of them. */
export default function ReservedShares() {
  const { t, i18n } = useTranslation('procurement')
  const { href } = useHere()
  const at = useListParams()
  const year = askedYear(at.get('year'))
  const query = useQuery(reserved(year))
  return (
    <Load as="details" title={t('reserved.title')} query={[query]}>
      {([found]) => {
        const days = financialYear(year, found.first_month)
        const now = new Date().getFullYear()
        const years = [...new Set([now + 1, now, now - 1, year, ...found.years])].sort(
          (a, b) => b - a,
        )
        return (
          <Page
            title={t('reserved.title')}
            subtitle={t('reserved.lead')}
            crumbs={[{ label: t('title'), to: href('procurementPlans') }]}
            actions={
              <>
                {found.figures.length ? (
                  <ActButton
                    icon={<DownloadIcon aria-hidden="true" size={15} />}
                    act={async () =>
                      saveFile(
                        await exportReserved(year, languageOf(i18n.language)),
                        `reserved-shares-${year}.xlsx`,
                      )
                    }
                  >
                    {t('reserved.export')}
                  </ActButton>
                ) : null}
                <LinkButton
                  look="primary"
                  to={to(href('procurementReservedEdit'), { query: { year: String(year) } })}
                >
                  {t('reserved.set')}
                </LinkButton>
              </>
            }
          >
            <Tabs
              label={t('reserved.year')}
              items={years.map((y) => ({ to: `?year=${y}`, label: String(y), active: y === year }))}
            />
            <div className="grid gap-4">
              <p className="tabular text-sm text-ink-2">
                {t('reserved.yearOf', { first: dayText(days.first), last: dayText(days.last) })}
              </p>
              {found.shares.length ? null : (
                <Card flush>
                  <EmptyState
                    icon={<PieChartIcon size={18} />}
                    title={t('reserved.none')}
                    body={t('reserved.noneBody')}
                  />
                </Card>
              )}
              <Figures found={found} />
              <p className="text-sm text-ink-3">{t('reserved.counts')}</p>
            </div>
          </Page>
        )
      }}
    </Load>
  )
}
