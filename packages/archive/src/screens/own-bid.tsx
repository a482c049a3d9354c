import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Gone, Papers } from '../parts.tsx'
import { ownBid, ownPaper } from '../queries.ts'

/** One of the own bids with its documents and letters. */
export default function OwnArchivedBid() {
  const { t } = useTranslation('archive')
  const { href, ids } = useHere()
  const query = useQuery(ownBid(ids.categoryId, ids.activity))
  return (
    <Load query={query} title={t('own.title')}>
      {(b) => (
        <Page
          title={b.name}
          subtitle={`${b.reference} · ${b.buyer}`}
          crumbs={[
            { label: t('own.title'), to: href('archiveCompanies') },
            {
              label: t('own.bids', { name: b.buyer }),
              to: href('archiveOwnBids', { companyId: b.buyer_id }),
            },
          ]}
        >
          <div className="grid gap-4">
            {b.destroyed ? <Gone as="disposed" /> : null}
            {b.withdrawn ? <Banner tone="info">{t('own.withdrawn')}</Banner> : null}
            <Card>
              <Facts
                items={[
                  {
                    label: t('columns.received'),
                    value: t('own.version', {
                      version: b.version,
                      date: formatMoment(b.received_at, ownZone()),
                    }),
                  },
                  {
                    label: t('columns.archived'),
                    value: formatMoment(b.archived_at, ownZone()),
                  },
                  { label: t('columns.until'), value: dayText(b.keep_until) },
                ]}
              />
            </Card>
            <Papers
              title={t('own.papers')}
              none={t(b.destroyed ? 'bid.gone' : 'own.none')}
              papers={b.papers}
              {...(b.destroyed ? {} : { take: (p) => ownPaper(b.bid_id, p) })}
            />
          </div>
        </Page>
      )}
    </Load>
  )
}
