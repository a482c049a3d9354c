import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { BidTable } from '../bid-table.tsx'
import { BidTabs } from '../bid-tabs.tsx'

/** Bids whose time is over. */
export default function Closed() {
  const { t } = useTranslation('bidding')
  return (
    <Page title={t('bids.closed.title')} subtitle={t('bids.closed.subtitle')}>
      <BidTabs />
      <BidTable state="closed" />
    </Page>
  )
}
