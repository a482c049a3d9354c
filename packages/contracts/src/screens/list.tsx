import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileSignatureIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { day, StatusBadge, usePart } from '../parts.tsx'
import { type ContractRow, contracts, STATUSES, type Status, VIEWS } from '../queries.ts'

const column = columnsFor<ContractRow>()

/** The contracts of the company; in approval, those that wait for one. */
export default function Contracts() {
  const { t, i18n } = useTranslation('contracts')
  const { part, list } = usePart()
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const asked = STATUSES.find((s) => s === get('status'))
  const status: Status | undefined = part === 'approval' ? 'internal_review' : asked
  const view = VIEWS.find((v) => v === get('view'))
  const query = useQuery({
    ...contracts({
      ...(status ? { status } : {}),
      ...(view && part === 'edit' ? { view } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '28%' },
        cell: (c) => (
          <Link
            to={`${list}/${c.row.original.id}/view`}
            className="block max-w-sm truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('number', {
        header: t('columns.number'),
        cell: (c) => <span className="tabular text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('supplier_name', { header: t('columns.supplier') }),
      column.accessor('value', {
        header: t('columns.value'),
        meta: { numeric: true },
        cell: (c) => formatMoney(c.getValue(), c.row.original.currency, i18n.language),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('starts_on', {
        header: t('columns.starts'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
      column.accessor('ends_on', {
        header: t('columns.ends'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, list],
  )
  const filtered = !!search || !!asked || !!view
  return (
    <Page title={t(`list.${part}`)} subtitle={t(`list.${part}Note`)}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('list.search')}
          onChange={(value) => set({ search: value })}
        />
        {part === 'edit' ? (
          <FilterChips
            filters={[
              {
                key: 'status',
                label: t('columns.status'),
                value: asked ?? '',
                options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
              },
              {
                key: 'view',
                label: t('list.view'),
                value: view ?? '',
                options: VIEWS.map((v) => ({ value: v, label: t(`views.${v}`) })),
              },
            ]}
            onChange={(key, value) => set({ [key]: value })}
          />
        ) : null}
      </search>
      <DataTable
        caption={t(`list.${part}`)}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', status: '', view: '' }) : undefined}
        empty={
          <EmptyState
            icon={<FileSignatureIcon size={18} />}
            title={t(`list.${part}Empty`)}
            body={t(`list.${part}EmptyBody`)}
          />
        }
        paging={{
          ...paging(query.data?.next),
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
        }}
      />
    </Page>
  )
}
