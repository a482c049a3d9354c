import { useTranslation } from '@zabuni/i18n'
import { Tabs } from '@zabuni/ui/tabs'

/** The lists of my bids. */
export const BidTabs = () => {
  const { t } = useTranslation('bidding')
  return (
    <Tabs
      label={t('bids.tabs')}
      items={[
        { to: '/supplier/ongoingbids', label: t('bids.ongoing.tab') },
        { to: '/supplier/closedbids', label: t('bids.closed.tab') },
        { to: '/supplier/myrank', label: t('bids.ranked.tab') },
        { to: '/supplier/bidwithdrawals', label: t('withdrawals.tab'), end: true },
      ]}
    />
  )
}
