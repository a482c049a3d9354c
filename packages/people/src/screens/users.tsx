import { useQuery } from '@tanstack/react-query'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { TextLink } from '@zabuni/ui/text-link'
import { UserPlusIcon, UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { PeoplePage, STATUSES, StatusBadge } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { roles, type User, users } from '../queries.ts'
import { UserMenu } from '../user-menu.tsx'

const column = columnsFor<User>()

/** People of a company: who they are, what they may do, when they were last here. */
export default function Users() {
  const { t } = useTranslation('people')
  const { scope, href, buyerId } = usePlace()
  const at = useListParams()
  const query = useList(
    users({
      ...scope,
      ...given({
        status: at.many('status', STATUSES),
        role_id: at.all('role'),
        ...at.days('last_login'),
        search: at.search,
        after: at.after,
      }),
    }),
  )
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
              <TextLink
                to={u.status === 'deleted' ? null : href('userUpdate', { buyerId, userId: u.id })}
              >
                {name}
              </TextLink>
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
              {at ? formatMoment(at, ownZone()) : t('users.neverHere')}
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
    [t, href, buyerId, many],
  )
  return (
    <PeoplePage
      title={t('users.title')}
      note={t('users.note')}
      company={query.data?.company}
      actions={
        <LinkButton
          to={href('userCreate', { buyerId })}
          look="primary"
          icon={<UserPlusIcon size={15} />}
        >
          {t('users.create')}
        </LinkButton>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('users.title')}
        search={t('users.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
          },
          {
            key: 'role',
            kind: 'many',
            label: t('columns.role'),
            options: (known.data?.items ?? []).map((r) => ({ value: r.id, label: r.name })),
          },
          { key: 'last_login', kind: 'days', label: t('columns.lastLogin') },
        ]}
        empty={{
          icon: <UsersIcon size={18} />,
          title: t('users.empty'),
          body: t('users.emptyBody'),
        }}
      />
    </PeoplePage>
  )
}
