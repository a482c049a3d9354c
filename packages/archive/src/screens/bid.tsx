import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Banner } from '@zabuni/ui/banner'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Gone, KeptFacts, OutcomeBadge, Papers } from '../parts.tsx'
import { bid, paper } from '../queries.ts'
import { useWay } from '../way.ts'

const gone = (b: Schemas['ArchivedBid']) => !!b.job.destruction

/** What the archive keeps of one bidder: what was opened, and the letters. */
export default function ArchivedBidScreen() {
  const { t } = useTranslation('archive')
  const { desk, href, ids } = useHere()
  const { toJob } = useWay()
  const query = useQuery(bid(ids.categoryId, ids.supplierId, ids.activity))
  const may = desk === 'operator' || mayI('ACCESS_SUPPLIER_FILES')
  return (
    <Load query={query} title={t('title')}>
      {(b) => (
        <Page
          title={b.bidder.name}
          subtitle={`${b.reference} · ${t('category.version', { version: b.bidder.version })} · ${formatMoment(b.bidder.received_at, b.job.timezone)}`}
          status={<OutcomeBadge outcome={b.bidder.outcome} />}
          crumbs={[
            ...toJob(b.job),
            {
              label: b.name,
              to: href('archiveCategory', {
                jobId: b.job.id,
                activity: b.job.activity,
                categoryId: b.id,
              }),
            },
          ]}
        >
          <div className="grid gap-4">
            <Gone as={b.job.destruction} />
            <KeptFacts of={b.job} />
            {may || gone(b) ? null : <Banner tone="info">{t('bid.noRight')}</Banner>}
            <Papers
              title={t('bid.papers')}
              none={t(gone(b) ? 'bid.gone' : 'bid.none')}
              papers={b.papers}
              {...(may && !gone(b) ? { take: (p) => paper(b.id, b.bidder.company_id, p.id) } : {})}
            />
            <p className="text-xs text-ink-2">
              {t('bid.note')} {may && !gone(b) ? t('bid.logged') : ''}
            </p>
          </div>
        </Page>
      )}
    </Load>
  )
}
