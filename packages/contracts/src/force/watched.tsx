import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import type { Contract } from '../queries.ts'
import { Due } from './due.tsx'
import { SPENT } from './queries.ts'
import { Renewal } from './renewal.tsx'

/** What is watched of a contract: what is due, how it goes on, how it was served. */
export const Watched = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('inforce')
  const { hrefOf } = useHere()
  const served = of.status === 'active' || SPENT.some((s) => s === of.status)
  const performance = served ? hrefOf('', 'pastPerformance', { contractId: of.id }) : null
  return (
    <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
      <Due
        of={{
          id: of.id,
          status: of.status,
          timezone: of.timezone,
          buyer: of.buyer.name,
          counterparty: of.counterparty.name,
        }}
      />
      <div className="grid gap-4">
        <Renewal of={of} />
        {performance ? (
          <Card title={t('performance.title')}>
            <div className="grid justify-items-start gap-3">
              <p className="text-sm text-ink-2">{t('performance.body')}</p>
              <LinkButton to={performance}>{t('performance.open')}</LinkButton>
            </div>
          </Card>
        ) : null}
      </div>
    </div>
  )
}
