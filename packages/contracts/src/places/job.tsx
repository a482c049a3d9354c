import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { Count } from './count.tsx'
import { job } from './queries.ts'

/** The categories of a job that chose somebody, with their contracts and suppliers. */
export default function ContractJob() {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const words = useWords()
  const query = useQuery(job(ids.jobId, ids.activity))
  const heads = [
    { key: 'name', label: t('columns.category') },
    { key: 'status', label: t('contracts:columns.status') },
    { key: 'decided', label: t('columns.decided') },
    { key: 'standstill', label: t('contracts:views.standstill') },
    { key: 'suppliers', label: t('columns.chosen'), numeric: true },
    { key: 'contracts', label: t('columns.contracts'), numeric: true },
  ]
  return (
    <Load query={query} title={t('jobs.title')}>
      {(j) => (
        <Page
          title={j.title}
          subtitle={`${j.reference} · ${words(j.activity, 'name')}`}
          crumbs={[{ label: t('jobs.title'), to: href('contractJobs') }]}
        >
          <Card title={t('columns.categories')} flush>
            <TableFrame caption={t('columns.categories')} heads={heads}>
              {j.categories.map((c) => {
                const suppliers = href('categoryContractSuppliers', { categoryId: c.id })
                const contracts = href('categoryContracts', {
                  activity: j.activity,
                  categoryId: c.id,
                })
                const chose = Math.max(c.winners, c.listed)
                return (
                  <PlainRow
                    key={c.id}
                    heads={heads}
                    cells={[
                      <span key="n" className="grid">
                        <span className="font-medium break-words">{c.name}</span>
                        <span className="text-xs text-ink-3">{c.reference}</span>
                      </span>,
                      <CategoryBadge key="s" status={c.status} activity={j.activity} />,
                      c.decided_at ? formatDay(c.decided_at, j.timezone) : '–',
                      c.standstill_ends ? formatMoment(c.standstill_ends, j.timezone) : '–',
                      <Count
                        key="w"
                        of={String(chose)}
                        to={suppliers}
                        said={t('job.suppliers', { count: chose, name: c.name })}
                      />,
                      <Count
                        key="k"
                        of={String(c.contracts)}
                        to={contracts}
                        said={t('job.contracts', { count: c.contracts, name: c.name })}
                      />,
                    ]}
                  />
                )
              })}
            </TableFrame>
          </Card>
        </Page>
      )}
    </Load>
  )
}
