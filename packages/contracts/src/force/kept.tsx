import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { Agreed, ContractVersions, Parties } from '../making/agreed.tsx'
import { day, StatusBadge } from '../parts.tsx'
import { EndActions } from './ends.tsx'
import { bundle, type Kept, kept, putAway } from './queries.ts'
import { Trail } from './trail.tsx'

const NONE = '00000000-0000-0000-0000-000000000000'

const Ended = ({ of }: { of: Kept }) => {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { contract: c, end: e } = of
  return (
    <Card title={t('archive.facts')}>
      <Facts
        items={[
          { label: t('contracts:columns.number'), value: c.number },
          {
            label: t('contracts:columns.value'),
            value: formatMoney(c.value, c.currency, i18n.language),
          },
          { label: t('contracts:columns.starts'), value: day(c.starts_on) },
          { label: t('contracts:columns.ends'), value: day(c.ends_on) },
          {
            label: t('contracts:making.category'),
            value: c.contract_category_name || t('archive.noCategory'),
          },
          { label: t('contracts:making.origin'), value: t(`contracts:origins.${c.origin}`) },
          ...(e
            ? [
                { label: t('archive.how'), value: t(`contracts:status.${e.how}`) },
                { label: t('archive.endedOn'), value: day(e.ended_on) },
                { label: t('archive.endedBy'), value: e.by || t('archive.calendar') },
                ...(e.reason ? [{ label: t('ends.reason'), value: e.reason }] : []),
                { label: t('archive.keepUntil'), value: day(e.keep_until) },
                ...(e.archived_at
                  ? [
                      {
                        label: t('archive.putAway'),
                        value: t('trail.by', {
                          name: e.archived_by ?? '',
                          at: formatMoment(e.archived_at, c.timezone),
                        }),
                      },
                    ]
                  : []),
              ]
            : []),
        ]}
      />
    </Card>
  )
}

const Actions = ({ of: { contract: c } }: { of: Kept }) => {
  const { t } = useTranslation('inforce')
  const { href } = useHere()
  const cache = useQueryClient()
  const manages = mayI('MANAGE_CONTRACT')
  const [open, setOpen] = useState(false)
  return (
    <>
      <LinkButton to={href('pastPerformance', { contractId: c.id })}>
        {t('performance.title')}
      </LinkButton>
      <ActButton
        icon={<DownloadIcon aria-hidden="true" size={15} />}
        act={async () => {
          saveFile(await bundle(c.id), `${c.number.replaceAll(/[/\\]/g, '-')}.zip`)
          await cache.invalidateQueries({ queryKey: keys.contracts })
        }}
      >
        {t('archive.bundle')}
      </ActButton>
      {manages && c.status === 'active' ? <EndActions of={c} /> : null}
      {manages &&
      (c.status === 'expired' || c.status === 'terminated' || c.status === 'completed') ? (
        <>
          <Button look="primary" onClick={() => setOpen(true)}>
            {t('archive.putAwayNow')}
          </Button>
          <AskDialog
            open={open}
            onClose={() => setOpen(false)}
            title={t('archive.putAwayNow')}
            description={t('archive.putAwayBody')}
            action={t('archive.putAwayNow')}
            send={async () => {
              await putAway(c.id)
              setOpen(false)
              await cache.invalidateQueries({ queryKey: keys.contracts })
              toast('ok', t('archive.putAwayDone'))
            }}
          />
        </>
      ) : null}
    </>
  )
}

/** A contract in force or over: what it says, who agreed on it, how it ended, what was done with it. */
export default function KeptContract() {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const query = useQuery(kept(ids.contractId))
  return (
    <Load query={query} title={t('contracts:view.title')}>
      {(k) => (
        <Page
          title={k.contract.title}
          subtitle={k.contract.number}
          status={<StatusBadge status={k.contract.status} />}
          crumbs={[
            { label: t('archive.title'), to: href('pastShelves') },
            {
              label: k.contract.contract_category_name || t('archive.noCategory'),
              to: href('pastContracts', { categoryId: k.contract.contract_category_id ?? NONE }),
            },
          ]}
          actions={<Actions of={k} />}
        >
          <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
            <div className="grid min-w-0 gap-4">
              <Agreed of={k.contract} />
              <Trail of={k} />
            </div>
            <div className="grid gap-4">
              <Ended of={k} />
              <Card title={t('contracts:view.parties')}>
                <Parties of={k.contract} />
              </Card>
              <ContractVersions of={k.contract} />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
