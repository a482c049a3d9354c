import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { useLocation, useSearchParams } from 'react-router'
import { Actions, Waits } from '../agree/actions.tsx'
import { StatusBadge, useContracts, usePart } from '../parts.tsx'
import { type Contract, contract } from '../queries.ts'
import { SigningPart } from '../signing/part.tsx'
import { PARTS } from './view-parts.ts'

const Parts = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  const { desk } = useContracts()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const shown = PARTS.filter(({ shows }) => !shows || shows(c, desk))
  const part = shown.find(({ key }) => key === query.get('part')) ?? shown[0]
  if (!part) return null
  return (
    <div className="min-w-0">
      <Tabs
        label={t('parts.label')}
        items={shown.map(({ key }, at) => ({
          to: at ? `${pathname}?part=${key}` : pathname,
          label: t(`parts.${key}`),
          active: key === part.key,
        }))}
      />
      <part.part of={c} />
    </div>
  )
}

/** Nobody signs what is still being agreed on. */
const BEFORE: ReadonlySet<Contract['status']> = new Set(['draft', 'internal_review', 'approved'])

/** A contract: what it says, where it came from and what it waits for. */
export default function View() {
  const { t } = useTranslation('contracts')
  const { part, ids, href } = usePart()
  const { desk, list } = useContracts()
  const query = useQuery(contract(ids.contractId))
  return (
    <Load query={query} title={t('view.title')}>
      {(c) => (
        <Page
          title={c.title}
          crumbs={[
            {
              label: t(`list.${part}`),
              to: href('contracts') ?? list(c.buyer.company_id),
            },
          ]}
          status={<StatusBadge status={c.status} />}
          subtitle={c.number}
          actions={<Actions c={c} />}
        >
          <div className="grid gap-4">
            {c.award_frozen ? <Banner tone="warn">{t('view.frozen')}</Banner> : null}
            {c.standstill_runs ? (
              <Banner tone="warn">
                {t('view.standstill', {
                  at: formatMoment(c.no_signature_before, c.timezone),
                })}
              </Banner>
            ) : null}
            {desk !== 'operator' && c.status === 'negotiating' ? <Waits c={c} /> : null}
            {desk === 'operator' || BEFORE.has(c.status) ? null : <SigningPart id={c.id} />}
            <Parts c={c} />
          </div>
        </Page>
      )}
    </Load>
  )
}
