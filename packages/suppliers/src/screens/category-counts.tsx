import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TagsIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { categoryCounts } from '../queries.ts'

type Row = { id: string; code: string; name: string; suppliers: number }
const column = columnsFor<Row>()

/** Kinds of supply with their suppliers. */
export default function CategoryCounts() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const { get, set } = useListParams()
  const search = get('search')
  const query = useQuery({ ...categoryCounts(search), placeholderData: (before) => before })
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('live:columns.category'),
        meta: { width: '60%' },
        cell: (c) => (
          <Link
            to={`/zabuni/subscribed_suppliers?category_type=${c.row.original.id}`}
            className="font-medium underline-offset-2 hover:underline"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('code', { header: t('list.code') }),
      column.accessor('suppliers', {
        header: t('live:suppliers.title'),
        meta: { numeric: true },
      }),
    ],
    [t],
  )
  return (
    <Page title={t('list.byCategory')} subtitle={t('list.byCategoryNote')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('list.searchCategory')}
          onChange={(value) => set({ search: value })}
        />
      </search>
      <DataTable
        caption={t('list.byCategory')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={search ? () => set({ search: '' }) : undefined}
        empty={<EmptyState icon={<TagsIcon size={18} />} title={t('categories.none')} body="" />}
        paging={{}}
      />
    </Page>
  )
}
