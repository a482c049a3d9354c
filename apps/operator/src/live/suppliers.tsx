import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { Building2Icon } from 'lucide-react'
import { useMemo } from 'react'

import { countries, suppliers } from './queries.ts'

const column = columnsFor<Schemas['SupplierCompany']>()

/** Supplier companies, newest first. */
export default function Suppliers() {
  const { t, i18n } = useTranslation('live')
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const country = get('country')
  const places = useQuery(countries)
  const query = useQuery({
    ...suppliers({
      ...(search ? { search } : {}),
      ...(country ? { country } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.supplier'),
        meta: { width: '34%' },
        cell: (c) => <span className="font-medium">{c.getValue()}</span>,
      }),
      column.accessor('country', { header: t('columns.country') }),
      column.accessor('tax_id', {
        header: t('columns.taxId'),
        cell: (c) => <span className="tabular">{c.getValue() || '–'}</span>,
      }),
      column.accessor('phone', {
        header: t('columns.phone'),
        cell: (c) => <span className="tabular">{c.getValue() || '–'}</span>,
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => {
          const active = c.getValue() === 'active'
          return (
            <Badge tone={active ? 'ok' : 'bad'}>
              {t(active ? 'companies.active' : 'companies.deactivated')}
            </Badge>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('columns.registered'),
        cell: (c) => <span className="tabular text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t],
  )
  const filtered = !!search || !!country
  return (
    <Page title={t('suppliers.title')} subtitle={t('suppliers.note')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('suppliers.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'country',
              label: t('columns.country'),
              value: country,
              options: (places.data ?? []).map((c) => ({ value: c.iso2, label: c.name })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('suppliers.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', country: '' }) : undefined}
        empty={
          <EmptyState
            icon={<Building2Icon size={18} />}
            title={t('suppliers.empty')}
            body={t('suppliers.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
