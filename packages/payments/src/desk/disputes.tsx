import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ScaleIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { DisputeState, disputePath } from './parts.tsx'
import { type Dispute, disputesQuery } from './queries.ts'

const STATES = [
  'entered',
  'open',
  'answered',
  'won',
  'lost',
  'refused',
] as const satisfies readonly Dispute['status'][]
const column = columnsFor<Dispute>()

/** What payers' banks ask back: to be answered, answered, and what became of it. */
export default function Disputes() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const query = useList(
    disputesQuery(
      given({
        status: at.many('status', STATES),
        ...at.days('opened'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('code', {
        header: t('dispute.code'),
        cell: ({ row: { original: d } }) => (
          <RowLink to={disputePath(d.id)} note={d.supplier_name}>
            {d.code}
          </RowLink>
        ),
      }),
      column.accessor('number', { header: t('list.number') }),
      column.accessor('provider', {
        header: t('list.mode'),
        cell: (c) => t(`mode.${c.getValue()}`),
      }),
      column.accessor((d) => d.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: ({ row: { original: d } }) => <Money amount={d.amount} />,
      }),
      column.accessor('status', {
        header: t('list.status'),
        cell: ({ row: { original: d } }) => <DisputeState of={d} />,
      }),
      column.accessor('due_at', {
        header: t('dispute.due'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
      column.accessor('opened_at', {
        header: t('dispute.opened'),
        cell: (c) => formatMoment(c.getValue(), ownZone()),
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('dispute.title')}
      subtitle={t('dispute.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('dispute.title')}
        search={t('dispute.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('list.status'),
            options: STATES.map((value) => ({ value, label: t(`dispute.state.${value}`) })),
          },
          { key: 'opened', kind: 'days', label: t('dispute.opened') },
        ]}
        empty={{
          icon: <ScaleIcon size={18} />,
          title: t('dispute.empty'),
          body: t('dispute.emptyBody'),
        }}
      />
    </Page>
  )
}
