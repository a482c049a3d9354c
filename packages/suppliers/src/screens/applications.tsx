import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { short } from '@zabuni/i18n/decimal'
import { formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { UsersIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { dayText, MembershipBadge } from '../parts.tsx'
import { type ApplicationRow, applications } from '../queries.ts'

const column = columnsFor<ApplicationRow>()
const STATUSES = ['pending', 'validated', 'rejected', 'replaced'] as const

/** Suppliers of special groups, with what was said to their applications. */
export default function Applications() {
  const { t, i18n } = useTranslation(['suppliers', 'live'])
  const at = useListParams()
  const query = useList(
    applications(
      given({
        status: at.many('status', STATUSES),
        ...at.days('applied'),
        ...at.days('expires'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
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
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), ownZone())}</span>,
      }),
    ],
    [t, i18n.language],
  )
  return (
    <Page title={t('list.groups')} subtitle={t('list.groupsNote')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('list.groups')}
        search={t('list.searchCompany')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('live:columns.status'),
            options: STATUSES.map((s) => ({ value: s, label: t(`status.${s}`) })),
          },
          { key: 'expires', kind: 'days', label: t('list.expires') },
          { key: 'applied', kind: 'days', label: t('list.applied') },
        ]}
        empty={{
          icon: <UsersIcon size={18} />,
          title: t('list.groupsEmpty'),
          body: t('list.groupsEmptyBody'),
        }}
      />
    </Page>
  )
}
