import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ArchiveIcon } from 'lucide-react'
import { useMemo } from 'react'
import { day, StatusBadge } from '../parts.tsx'
import { type Past, past, SPENT } from './queries.ts'

const column = columnsFor<Past>()

/** What is over in a category of contracts. */
export default function PastContracts() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const at = useListParams()
  const query = useList(
    past(
      ids.categoryId,
      given({
        status: at.many('status', SPENT),
        ...at.days('ended'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('contracts:columns.title'),
        meta: { width: '28%' },
        cell: ({ row: { original: c } }) => (
          <RowLink to={href('pastContract', { contractId: c.id })} note={c.number}>
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
      column.accessor('ended_on', {
        header: t('archive.endedOn'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
      column.accessor('keep_until', {
        header: t('archive.keepUntil'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, href],
  )
  const title = query.data?.name || t('archive.noCategory')
  return (
    <Page title={title} crumbs={[{ label: t('archive.title'), to: href('pastShelves') }]}>
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
            options: SPENT.map((s) => ({ value: s, label: t(`contracts:status.${s}`) })),
          },
          { key: 'ended', kind: 'days', label: t('archive.endedOn') },
        ]}
        empty={{
          icon: <ArchiveIcon size={18} />,
          title: t('archive.empty'),
          body: t('archive.emptyBody'),
        }}
      />
    </Page>
  )
}
