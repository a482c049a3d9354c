import { queryOptions } from '@tanstack/react-query'
import { type Address, to } from '@zabuni/activities/address'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { api, type Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDate } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { BuildingIcon } from 'lucide-react'
import { useMemo } from 'react'

const buyers = (query: { search?: string; after?: string }) =>
  queryOptions({
    queryKey: [...keys.buyers, 'picker', query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })

const column = columnsFor<Schemas['BuyerRow']>()

/** For which buyer the operator's people act; every list of theirs begins here. */
export const BuyerList = ({ title, list }: { title: string; list: Address | null }) => {
  const { t, i18n } = useTranslation('sourcing')
  const at = useListParams()
  const query = useList(buyers(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('preview.buyer'),
        meta: { width: '50%' },
        cell: (c) => (
          <RowLink to={to(list, { query: { buyer: c.row.original.id } })}>{c.getValue()}</RowLink>
        ),
      }),
      column.accessor('country', {
        header: t('invite.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('jobs', { header: t('buyers.jobs'), meta: { numeric: true } }),
      column.accessor('created_at', {
        header: t('buyers.since'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, list],
  )
  return (
    <Page title={title} subtitle={t('buyers.lead')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('buyers.title')}
        search={t('invite.search')}
        empty={{ icon: <BuildingIcon size={18} />, title: t('buyers.empty') }}
        paging={at.paging(query.data?.next)}
      />
    </Page>
  )
}
