import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { BidTable } from '../bid-table.tsx'
import { BidTabs } from '../bid-tabs.tsx'

/** Where my bids came, once their buyers have told. */
export default function Rank() {
  const { t } = useTranslation('bidding')
  return (
    <Page title={t('bids.ranked.title')} subtitle={t('bids.ranked.subtitle')}>
      <BidTabs />
      <BidTable state="ranked" />
    </Page>
  )
}
