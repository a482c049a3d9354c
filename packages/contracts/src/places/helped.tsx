import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { BuildingIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Count } from './count.tsx'
import { type Helped, helped } from './queries.ts'

const column = columnsFor<Helped>()

const COUNTS = [
  ['drafts', 'status.draft', { status: 'draft' }],
  ['approval', 'views.approval', { view: 'approval' }],
  ['signature', 'views.signature', { view: 'signature' }],
  ['active', 'status.active', { status: 'active' }],
  ['ending', 'views.ending', { view: 'ending' }],
] as const

/** What the contracts of every buyer wait for; each count opens the list that it counts. */
export default function HelpedContracts() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href } = useHere()
  const at = useListParams()
  const query = useList(helped(given({ search: at.search, after: at.after })))
  const columns = useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language)
    return [
      column.accessor('name', {
        header: t('contracts:view.buyer'),
        meta: { width: '30%' },
        cell: ({ row: { original: b } }) => (
          <RowLink to={href('buyerContracts', { buyerId: b.id })}>{b.name}</RowLink>
        ),
      }),
      ...COUNTS.map(([key, label, query]) =>
        column.accessor(key, {
          header: t(`contracts:${label}`),
          meta: { numeric: true },
          cell: ({ row: { original: b } }) => {
            const list = to(href('buyerContracts', { buyerId: b.id }), { query })
            return (
              <Count
                of={number.format(b[key])}
                to={b[key] ? list : null}
                said={t('helped.open', {
                  count: b[key],
                  what: t(`contracts:${label}`),
                  name: b.name,
                })}
              />
            )
          },
        }),
      ),
      column.display({
        id: 'jobs',
        header: t('jobs.short'),
        cell: ({ row: { original: b } }) => (
          <Count
            of={t('jobs.short')}
            to={href('contractJobs', { buyerId: b.id })}
            said={t('helped.jobs', { name: b.name })}
          />
        ),
      }),
    ]
  }, [t, i18n.language, href])
  return (
    <Page
      title={t('contracts:dashboard.title')}
      subtitle={t('helped.note')}
      actions={
        <LinkButton look="primary" to={href('contractBuyers')}>
          {t('contracts:making.buyers')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('contracts:dashboard.title')}
        search={t('contracts:making.searchBuyers')}
        empty={{
          icon: <BuildingIcon size={18} />,
          title: t('helped.empty'),
          body: t('helped.emptyBody'),
        }}
      />
    </Page>
  )
}
