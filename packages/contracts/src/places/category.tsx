import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileSignatureIcon } from 'lucide-react'
import { useMemo } from 'react'
import { day, StatusBadge } from '../parts.tsx'
import { type ContractRow, STATUSES } from '../queries.ts'
import { type JobRow, ofCategory } from './queries.ts'
import { useWay } from './way.ts'

const column = columnsFor<ContractRow>()

/** The contracts of the award of a category. */
export default function CategoryContracts() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const way = useWay()
  const at = useListParams()
  const query = useList(
    ofCategory(ids.categoryId, {
      activity: ids.activity as JobRow['activity'],
      ...given({
        status: at.many('status', STATUSES),
        search: at.search,
        after: at.after,
      }),
    }),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('contracts:columns.title'),
        meta: { width: '28%' },
        cell: ({ row: { original: c } }) => (
          <RowLink to={href('contract', { contractId: c.id })} note={c.number}>
            {c.title}
          </RowLink>
        ),
      }),
      column.accessor('supplier_name', { header: t('contracts:columns.supplier') }),
      column.accessor('value', {
        header: t('contracts:columns.value'),
        meta: { numeric: true },
        cell: (c) => formatMoney(c.getValue(), c.row.original.currency, i18n.language),
      }),
      column.accessor('status', {
        header: t('contracts:columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('ends_on', {
        header: t('contracts:columns.ends'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, href],
  )
  const head = query.data?.category
  const title = head ? t('category.contracts', { name: head.name }) : t('columns.contracts')
  return (
    <Page
      title={title}
      subtitle={head?.reference}
      crumbs={way(head)}
      actions={
        <LinkButton to={href('categoryContractSuppliers', { categoryId: ids.categoryId })}>
          {t('category.toSuppliers')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={title}
        search={t('contracts:list.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('contracts:columns.status'),
            options: STATUSES.map((s) => ({ value: s, label: t(`contracts:status.${s}`) })),
          },
        ]}
        empty={{
          icon: <FileSignatureIcon size={18} />,
          title: t('category.none'),
          body: t('category.noneBody'),
        }}
      />
    </Page>
  )
}
