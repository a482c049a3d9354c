import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal, formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { day, StatusBadge } from '../parts.tsx'
import { type Performance, performance } from './queries.ts'
import { Score } from './score.tsx'

type Marks = Performance['cards'][number]['marks']

/** A fraction of the wire (250/3) rounded to hundredths, half up, without leaving whole numbers. */
const hundredths = (points: string): string => {
  const [n = '0', d = '1'] = points.split('/')
  const whole = (BigInt(n) * 200n + BigInt(d)) / (2n * BigInt(d))
  return `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`
}

const Came = ({ marks }: { marks: Marks }) => {
  const { t, i18n } = useTranslation('inforce')
  return (
    <ul className="grid gap-0.5 text-left">
      {marks
        .filter((m) => m.weight)
        .map((m) => (
          <li key={m.criterion}>
            {t(m.points ? 'performance.mark' : 'performance.noMark', {
              name: t(`performance.criteria.${m.criterion}`),
              weight: m.weight,
              points: m.points ? formatDecimal(hundredths(m.points), i18n.language, 2) : '',
              of: m.of,
            })}
          </li>
        ))}
    </ul>
  )
}

/** How a contract was served, the last period first; what was computed once stays. */
export default function ContractPerformance() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const query = useQuery(performance(ids.contractId))
  const heads = [
    { key: 'period', label: t('reports.period') },
    { key: 'score', label: t('performance.score'), numeric: true },
    { key: 'band', label: t('performance.band') },
    { key: 'marks', label: t('performance.marks') },
    { key: 'reason', label: t('ends.reason') },
    { key: 'by', label: t('performance.by') },
  ]
  return (
    <Load query={query} title={t('performance.title')}>
      {({ contract: c, cards }) => (
        <Page
          title={t('performance.title')}
          subtitle={`${c.number} · ${c.title}`}
          status={<StatusBadge status={c.status} />}
          actions={mayI('MANAGE_CONTRACT') ? <Score contract={c.id} /> : null}
          crumbs={[
            { label: t('archive.title'), to: href('pastShelves') },
            { label: c.title, to: href('pastContract', { contractId: c.id }) },
          ]}
        >
          <Card flush>
            {cards.length ? (
              <TableFrame caption={t('performance.title')} heads={heads}>
                {cards.map((x) => (
                  <PlainRow
                    key={x.id}
                    heads={heads}
                    cells={[
                      `${day(x.from_on)} – ${day(x.until_on)}`,
                      formatDecimal(x.score, i18n.language, 2),
                      t(`performance.bands.${x.band}`),
                      <Came key="marks" marks={x.marks} />,
                      x.reason || '–',
                      t('trail.by', { name: x.by, at: formatMoment(x.created_at, c.timezone) }),
                    ]}
                  />
                ))}
              </TableFrame>
            ) : (
              <p className="px-4 py-6 text-sm text-ink-2">{t('performance.none')}</p>
            )}
          </Card>
        </Page>
      )}
    </Load>
  )
}
