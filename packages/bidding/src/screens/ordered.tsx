import { to } from '@zabuni/activities/address'
import { useActivity } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { LinkButton } from '@zabuni/ui/link-button'
import { Page } from '@zabuni/ui/page'
import { useSearchParams } from 'react-router'
import { BidTable } from '../bid-table.tsx'

/** The categories of one activity that we take part in. */
export default function Ordered() {
  const { t } = useTranslation('bidding')
  const { activity, word, href } = useActivity()
  const [params, setParams] = useSearchParams()
  const state = params.get('state') === 'closed' ? 'closed' : 'ongoing'
  return (
    <Page
      title={word('name')}
      subtitle={t('ordered.subtitle')}
      actions={
        <LinkButton look="primary" to={to(href('openJobs'), { query: { activity } })}>
          {t('bids.browse')}
        </LinkButton>
      }
    >
      <fieldset className="mb-3 inline-flex rounded-md border border-line-strong bg-surface p-0.5 shadow-xs">
        <legend className="sr-only">{t('bids.status')}</legend>
        {(['ongoing', 'closed'] as const).map((s) => (
          <button
            key={s}
            type="button"
            aria-pressed={state === s}
            onClick={() => setParams(s === 'closed' ? { state: s } : {}, { replace: true })}
            className="h-8 rounded-sm px-3 text-sm font-medium text-ink-2 aria-pressed:bg-sunken aria-pressed:text-ink max-sm:h-10"
          >
            {t(`bids.${s}.tab`)}
          </button>
        ))}
      </fieldset>
      <BidTable key={state} state={state} activity={activity} />
    </Page>
  )
}
