import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Tabs } from '@zabuni/ui/tabs'

/** The lists of my bids. */
export const BidTabs = () => {
  const { t } = useTranslation('bidding')
  const { href } = useHere()
  return (
    <Tabs
      label={t('bids.tabs')}
      items={[
        { to: href('ongoingBids'), label: t('bids.ongoing.tab') },
        { to: href('closedBids'), label: t('bids.closed.tab') },
        { to: href('rankedBids'), label: t('bids.ranked.tab') },
        { to: href('withdrawals'), label: t('withdrawals.tab'), end: true },
      ]}
    />
  )
}
