import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useState } from 'react'
import { Agreed } from '../making/agreed.tsx'
import { StatusBadge, useContracts } from '../parts.tsx'
import { type Contract, contract } from '../queries.ts'
import { Terms } from '../screens/terms.tsx'
import { Decide } from './actions.tsx'
import { Approval } from './approval.tsx'
import { agreement } from './queries.ts'
import { Stale } from './stale.tsx'

const Screen = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { list, one } = useContracts()
  // What is decided on is what was read; another text that comes meanwhile is shown beside it first.
  const [read, setRead] = useState(c)
  const stands = useQuery(agreement(c.id))
  const stale = c.sum !== read.sum
  const why = stands.data?.why
  return (
    <Page
      title={t('approval.open')}
      crumbs={[
        { label: t('list.edit'), to: list() },
        { label: c.title, to: one(c.id) },
      ]}
      status={<StatusBadge status={c.status} />}
      subtitle={c.number}
      actions={stale || c.status !== 'internal_review' ? null : <Decide c={read} />}
    >
      <div className="grid gap-4">
        {c.status !== 'internal_review' ? (
          <Banner tone="info">{t('approval.notWaiting')}</Banner>
        ) : why === 'contract.own' ? (
          <Banner tone="warn">{t('approval.own')}</Banner>
        ) : why ? (
          <Banner tone="info">{t('approval.notYours')}</Banner>
        ) : null}
        {stale ? (
          <Stale
            before={read}
            now={c}
            action={
              <Button onClick={() => setRead(c)} look="primary">
                {t('approval.readNew')}
              </Button>
            }
          />
        ) : (
          <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
            <div className="grid min-w-0 gap-4">
              <Agreed of={read} />
            </div>
            <Terms c={read} />
          </div>
        )}
        <Approval of={c} />
      </div>
    </Page>
  )
}

/** A contract for who approves it: the text, the terms, who has approved and who is next. */
export default function Approve() {
  const { t } = useTranslation('contracts')
  const { ids } = useHere()
  const query = useQuery(contract(ids.contractId))
  return (
    <Load query={query} title={t('approval.open')}>
      {(c) => <Screen key={c.id} c={c} />}
    </Load>
  )
}
