import { useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
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
  const { t } = useTranslation(['suppliers', 'live'])
  const at = useListParams()
  const query = useList(categoryCounts(at.search))
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
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('list.byCategory')}
        search={t('list.searchCategory')}
        empty={{ icon: <TagsIcon size={18} />, title: t('categories.none') }}
      />
    </Page>
  )
}
