import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDate } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { dayText, MembershipBadge, short } from '../parts.tsx'
import { type ApplicationRow, applications } from '../queries.ts'

const column = columnsFor<ApplicationRow>()
const STATUSES = ['pending', 'validated', 'rejected', 'replaced'] as const

/** Suppliers of special groups, with what was said to their applications. */
export default function Applications() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const status = STATUSES.find((s) => s === get('status'))
  const query = useQuery({
    ...applications({
      ...(search ? { search } : {}),
      ...(status ? { status } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('company_name', {
        header: t('live:columns.supplier'),
        meta: { width: '32%' },
        cell: (c) => (
          <Link
            to={`/zabuni/supplier/validate/special_group/${c.row.original.id}`}
            className="font-medium after:absolute after:inset-0 hover:text-brand"
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('group_name', { header: t('groups.group') }),
      column.accessor('country', {
        header: t('live:columns.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('share', {
        header: t('list.share'),
        meta: { numeric: true },
        cell: (c) => `${short(c.getValue())}%`,
      }),
      column.accessor('status', {
        header: t('live:columns.status'),
        cell: (c) => <MembershipBadge status={c.getValue()} />,
      }),
      column.accessor('expires_on', {
        header: t('list.expires'),
        cell: (c) => dayText(c.getValue()),
      }),
      column.accessor('created_at', {
        header: t('list.applied'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language],
  )
  return (
    <Page title={t('list.groups')} subtitle={t('list.groupsNote')}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('list.searchCompany')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'status',
              label: t('live:columns.status'),
              value: status ?? '',
              options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('list.groups')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={search || status ? () => set({ search: '', status: '' }) : undefined}
        empty={
          <EmptyState
            icon={<UsersIcon size={18} />}
            title={t('list.groupsEmpty')}
            body={t('list.groupsEmptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
