import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Address, to } from '@zabuni/activities/address'
import { data } from '@zabuni/api/client'
import { countries } from '@zabuni/api/countries'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { api, type Query, type Schemas } from '@zabuni/api/operator'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryCodes, countryName } from '@zabuni/i18n/country'
import { formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { BuildingIcon } from 'lucide-react'
import { useMemo } from 'react'

const buyers = (query: Query<'buyers'>) =>
  queryOptions({
    queryKey: [...keys.buyers, 'picker', query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })

const column = columnsFor<Schemas['BuyerRow']>()

/** For which buyer the operator's people act; every list of theirs begins here. */
export const BuyerList = ({ title, list }: { title: string; list: Address | null }) => {
  const { t, i18n } = useTranslation('sourcing')
  const at = useListParams()
  const places = useQuery(countries)
  const query = useList(
    buyers(
      given({
        search: at.search,
        country: at.many('country', countryCodes(places.data)),
        ...at.days('registered'),
        after: at.after,
      }),
    ),
  )
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
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), ownZone())}</span>,
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
        filters={[
          {
            key: 'country',
            kind: 'many',
            label: t('invite.country'),
            options: countryChoices(places.data, i18n.language),
          },
          { key: 'registered', kind: 'days', label: t('buyers.since') },
        ]}
        empty={{ icon: <BuildingIcon size={18} />, title: t('buyers.empty') }}
        paging={at.paging(query.data?.next)}
      />
    </Page>
  )
}
