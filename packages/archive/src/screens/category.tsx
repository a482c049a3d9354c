import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { TextLink } from '@zabuni/ui/text-link'
import { Gone, KeptFacts, OutcomeBadge } from '../parts.tsx'
import { category } from '../queries.ts'
import { useWay } from '../way.ts'

/** Who had submitted for a category of an archived job, and what came of it. */
export default function ArchivedCategoryScreen() {
  const { t, i18n } = useTranslation('archive')
  const { href, ids } = useHere()
  const { toJob } = useWay()
  const query = useQuery(category(ids.categoryId, ids.activity))
  const heads = [
    { key: 'name', label: t('columns.supplier') },
    { key: 'outcome', label: t('columns.outcome') },
    { key: 'received', label: t('columns.received') },
    { key: 'files', label: t('columns.files'), numeric: true },
    { key: 'letters', label: t('columns.letters'), numeric: true },
  ]
  return (
    <Load query={query} title={t('title')}>
      {(c) => (
        <Page
          title={c.name}
          subtitle={c.reference}
          status={<CategoryBadge status={c.status} activity={c.job.activity} />}
          crumbs={toJob(c.job)}
        >
          <div className="grid gap-4">
            <Gone as={c.job.destruction} />
            <KeptFacts of={c.job} />
            <Card title={t('category.bidders')} flush>
              {c.bidders.length ? (
                <TableFrame caption={t('category.bidders')} heads={heads}>
                  {c.bidders.map((b) => {
                    const to = href('archiveBid', {
                      activity: c.job.activity,
                      categoryId: c.id,
                      supplierId: b.company_id,
                    })
                    return (
                      <PlainRow
                        key={b.company_id}
                        heads={heads}
                        cells={[
                          <span key="n" className="grid">
                            {to ? <TextLink to={to}>{b.name}</TextLink> : b.name}
                            <span className="text-xs text-ink-3">
                              {countryName(b.country, i18n.language)}
                            </span>
                          </span>,
                          <span key="o" className="flex flex-wrap items-center gap-2">
                            <OutcomeBadge outcome={b.outcome} />
                            {b.rank ? (
                              <span className="text-xs text-ink-2">
                                {t('rank', { rank: b.rank })}
                              </span>
                            ) : null}
                          </span>,
                          <span key="r" className="grid">
                            {formatMoment(b.received_at, c.job.timezone)}
                            <span className="text-xs text-ink-3">
                              {t('category.version', { version: b.version })}
                            </span>
                          </span>,
                          b.files,
                          b.letters,
                        ]}
                      />
                    )
                  })}
                </TableFrame>
              ) : (
                <p className="px-4 py-6 text-sm text-ink-2">{t('category.none')}</p>
              )}
            </Card>
          </div>
        </Page>
      )}
    </Load>
  )
}
