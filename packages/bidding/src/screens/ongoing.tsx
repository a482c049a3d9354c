import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { BidTable } from '../bid-table.tsx'
import { BidTabs } from '../bid-tabs.tsx'

/** Bids that may still change. */
export default function Ongoing() {
  const { t } = useTranslation('bidding')
  return (
    <Page title={t('bids.ongoing.title')} subtitle={t('bids.ongoing.subtitle')}>
      <BidTabs />
      <BidTable state="ongoing" />
    </Page>
  )
}
