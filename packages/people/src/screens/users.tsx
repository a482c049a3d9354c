import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { UserPlusIcon, UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { PeopleTabs, STATUSES, StatusBadge } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { roles, type User, users } from '../queries.ts'
import { UserMenu } from '../user-menu.tsx'

const column = columnsFor<User>()

/** People of a company: who they are, what they may do, when they were last here. */
export default function Users() {
  const { t, i18n } = useTranslation('people')
  const { scope, href } = usePlace()
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const status = STATUSES.find((s) => s === get('status'))
  const role_id = get('role')
  const query = useQuery({
    ...users({
      ...scope,
      ...(search ? { search } : {}),
      ...(status ? { status } : {}),
      ...(role_id ? { role_id } : {}),
      ...(after ? { after } : {}),
    }),
    placeholderData: (before) => before,
  })
  const known = useQuery(roles(scope))
  const many = (query.data?.types?.length ?? 0) > 1
  const columns = useMemo(
    () => [
      column.accessor((u) => `${u.first_name} ${u.last_name}`, {
        id: 'name',
        header: t('columns.name'),
        meta: { width: '30%' },
        cell: (c) => {
          const u = c.row.original
          const name = (
            <span className="flex items-center gap-2 font-medium">
              <span className="truncate">{c.getValue()}</span>
              {u.self ? <Badge tone="info">{t('users.you')}</Badge> : null}
            </span>
          )
          return (
            <span className="grid max-w-80 min-w-0 py-1.5">
              {u.status === 'deleted' ? (
                name
              ) : (
                <Link to={href('userUpdate', { userId: u.id })} className="hover:text-brand">
                  {name}
                </Link>
              )}
              <span className="truncate text-xs text-ink-3">{u.email}</span>
            </span>
          )
        },
      }),
      column.accessor((u) => u.roles?.map((r) => r.name).join(', ') ?? '', {
        id: 'roles',
        header: t('columns.roles'),
        cell: (c) => <span className="whitespace-normal">{c.getValue() || '—'}</span>,
      }),
      ...(many
        ? [
            column.accessor('user_type', {
              header: t('columns.type'),
              cell: (c) => t(`types.${c.getValue()}`),
            }),
          ]
        : []),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('last_login_at', {
        header: t('columns.lastLogin'),
        cell: (c) => {
          const at = c.getValue()
          return (
            <span className="tabular text-ink-2">
              {at ? formatDateTime(at) : t('users.neverHere')}
            </span>
          )
        },
      }),
      column.display({
        id: 'acts',
        header: () => <span className="sr-only">{t('columns.acts')}</span>,
        meta: { numeric: true, width: '56px' },
        cell: (c) => <UserMenu user={c.row.original} />,
      }),
    ],
    [t, href, many],
  )
  const filtered = !!(search || status || role_id)
  const subtitle = 'buyer_id' in scope ? query.data?.company : undefined
  return (
    <Page
      title={t('users.title')}
      subtitle={subtitle ?? t('users.note')}
      actions={
        <LinkButton to={href('userCreate')} look="primary" icon={<UserPlusIcon size={15} />}>
          {t('users.create')}
        </LinkButton>
      }
    >
      <PeopleTabs />
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('users.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'status',
              label: t('columns.status'),
              value: status ?? '',
              options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
            },
            {
              key: 'role',
              label: t('columns.role'),
              value: role_id,
              options: (known.data?.items ?? []).map((r) => ({ value: r.id, label: r.name })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t('users.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(u) => u.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', status: '', role: '' }) : undefined}
        empty={
          <EmptyState
            icon={<UsersIcon size={18} />}
            title={t('users.empty')}
            body={t('users.emptyBody')}
          />
        }
        paging={{
          ...paging(query.data?.next || undefined),
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
        }}
      />
    </Page>
  )
}
