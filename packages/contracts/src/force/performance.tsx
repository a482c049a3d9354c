import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { data } from '@zabuni/api/client'
import { api } from '@zabuni/api/contracts'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { day, StatusBadge } from '../parts.tsx'

/** How a contract was served, the last period first; what was computed once stays. */
export default function ContractPerformance() {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const query = useQuery({
    queryKey: [...keys.contracts, 'performance', ids.contractId],
    queryFn: ({ signal }) =>
      data(
        api.GET('/contracts/{contract_id}/performance', {
          params: { path: { contract_id: ids.contractId } },
          signal,
        }),
      ),
  })
  const heads = [
    { key: 'period', label: t('reports.period') },
    { key: 'score', label: t('performance.score'), numeric: true },
    { key: 'band', label: t('performance.band') },
    { key: 'reason', label: t('ends.reason') },
  ]
  return (
    <Load query={query} title={t('performance.title')}>
      {({ contract: c, cards }) => (
        <Page
          title={t('performance.title')}
          subtitle={`${c.number} · ${c.title}`}
          status={<StatusBadge status={c.status} />}
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
                      x.score,
                      t(`performance.bands.${x.band}`),
                      x.reason || '–',
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
