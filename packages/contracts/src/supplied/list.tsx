import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileSignatureIcon } from 'lucide-react'
import { useMemo } from 'react'
import { day, StatusBadge } from '../parts.tsx'
import { SHARED, type SuppliedRow, suppliedContracts } from './queries.ts'

const column = columnsFor<SuppliedRow>()
const ENDING = ['ending'] as const

/** What the company was sent, what came last first. */
export default function SuppliedContracts() {
  const { t, i18n } = useTranslation('contracts')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(
    suppliedContracts(
      given({
        status: [...at.many('status', SHARED)],
        view: at.one('view', ENDING),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '26%' },
        cell: (c) => (
          <RowLink to={href('contract', { contractId: c.row.original.id })}>{c.getValue()}</RowLink>
        ),
      }),
      column.accessor('number', {
        header: t('columns.number'),
        cell: (c) => <span className="tabular text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('buyer_name', { header: t('view.buyer') }),
      column.accessor('value', {
        header: t('columns.value'),
        meta: { numeric: true },
        cell: (c) => formatMoney(c.getValue(), c.row.original.currency, i18n.language),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <StatusBadge status={c.getValue()} />,
      }),
      column.accessor('sent_at', {
        header: t('supplied.sent'),
        cell: (c) => <span className="tabular">{formatMoment(c.getValue(), ownZone())}</span>,
      }),
      column.accessor('ends_on', {
        header: t('columns.ends'),
        cell: (c) => <span className="tabular">{day(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, href],
  )
  return (
    <Page
      title={t('list.edit')}
      subtitle={t('supplied.note')}
      crumbs={[{ label: t('supplied.board'), to: href('dashboard') }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('list.edit')}
        search={t('list.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: SHARED.map((s) => ({ value: s, label: t(`status.${s}`) })),
          },
          {
            key: 'view',
            label: t('list.view'),
            options: ENDING.map((v) => ({ value: v, label: t(`views.${v}`) })),
          },
        ]}
        empty={{
          icon: <FileSignatureIcon size={18} />,
          title: t('supplied.empty'),
          body: t('supplied.emptyBody'),
        }}
      />
    </Page>
  )
}
