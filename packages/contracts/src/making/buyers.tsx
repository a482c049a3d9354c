import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { BuildingIcon } from 'lucide-react'
import { useMemo } from 'react'
import { buyers } from './queries.ts'

const column = columnsFor<Schemas['BuyerRow']>()

/** For which buyer the operator's people make contracts and look at them. */
export default function ContractBuyers() {
  const { t, i18n } = useTranslation('contracts')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(buyers(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('view.buyer'),
        meta: { width: '60%' },
        cell: (c) => (
          <RowLink to={href('buyerContracts', { buyerId: c.row.original.id })}>
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('country', {
        header: t('making.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
    ],
    [t, i18n.language, href],
  )
  return (
    <Page
      title={t('making.buyers')}
      subtitle={t('making.buyersNote')}
      actions={
        <LinkButton look="primary" to={href('contractCreate')}>
          {t('making.add')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('making.buyers')}
        search={t('making.searchBuyers')}
        empty={{
          icon: <BuildingIcon size={18} />,
          title: t('making.noBuyers'),
          body: t('making.noBuyersBody'),
        }}
      />
    </Page>
  )
}
