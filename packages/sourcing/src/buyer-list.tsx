import { queryOptions, useQuery } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { BuildingIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { countries } from './queries.ts'

const buyers = (query: { search?: string; after?: string }) =>
  queryOptions({
    queryKey: ['operator', 'buyers', query],
    queryFn: ({ signal }) => data(api.GET('/buyers', { params: { query }, signal })),
  })

const column = columnsFor<Schemas['BuyerRow']>()

/** For which buyer the operator's people act; every list of theirs begins here. */
export const BuyerList = ({ title, list }: { title: string; list: string }) => {
  const { t, i18n } = useTranslation('sourcing')
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const lands = useQuery(countries)
  const query = useQuery({
    ...buyers({ ...(search ? { search } : {}), ...(after ? { after } : {}) }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('preview.buyer'),
        meta: { width: '50%' },
        cell: (c) => (
          <Link
            to={`${list}?buyer=${c.row.original.id}`}
            className="font-medium after:absolute after:inset-0 hover:text-brand"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('country', {
        header: t('invite.country'),
        cell: (c) => lands.data?.find((l) => l.id === c.getValue())?.name ?? c.getValue(),
      }),
      column.accessor('jobs', { header: t('buyers.jobs'), meta: { numeric: true } }),
      column.accessor('created_at', {
        header: t('buyers.since'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, list, lands.data],
  )
  return (
    <Page title={title} subtitle={t('buyers.lead')}>
      <search className="mb-3 block">
        <SearchInput
          value={search}
          label={t('invite.search')}
          onChange={(value) => set({ search: value })}
        />
      </search>
      <DataTable
        caption={t('buyers.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={search ? () => set({ search: '' }) : undefined}
        paging={paging(query.data?.next)}
        empty={<EmptyState icon={<BuildingIcon size={18} />} title={t('buyers.empty')} />}
      />
    </Page>
  )
}
