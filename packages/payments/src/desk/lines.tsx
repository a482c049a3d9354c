import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { ReceiptTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { LineState, reconcilePath } from './parts.tsx'
import { type Line, linesQuery } from './queries.ts'

const STATES = [
  'open',
  'review',
  'new',
  'matched',
  'explained',
  'dismissed',
  'out',
] as const satisfies readonly Line['status'][]
/** Whose accounts lines are of. */
const WAYS = ['bank', 'mpesa'] as const
const column = columnsFor<Line>()

/** Lines of statements: those that wait for a person, unless others are asked for. */
export const Lines = () => {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const statement = at.get('statement')
  const asked = at.many('status', STATES)
  const waiting = statement ? undefined : (['open', 'new'] as const)
  const query = useList(
    linesQuery(
      given({
        status: asked?.length ? asked : waiting ? [...waiting] : undefined,
        provider: at.many('provider', WAYS),
        statement_id: statement,
        ...at.days('day'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('code', {
        header: t('desk.line.code'),
        cell: ({ row: { original: l } }) => (
          <RowLink to={reconcilePath(l.code)} note={formatDate(l.day)}>
            {l.code}
          </RowLink>
        ),
      }),
      column.accessor((l) => l.amount.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: (c) => <Money amount={c.row.original.amount} />,
      }),
      column.accessor('narration', {
        header: t('desk.line.narration'),
        cell: ({ row: { original: l } }) => (
          <span className="line-clamp-2 whitespace-normal">
            {[l.payer, l.narration].filter(Boolean).join(' · ') || '–'}
          </span>
        ),
      }),
      column.accessor('reference', {
        header: t('desk.line.reference'),
        cell: (c) => c.getValue() || '–',
      }),
      column.accessor('hint', {
        header: t('desk.line.suggestion'),
        cell: ({ row: { original: l } }) => (
          <span className="grid whitespace-normal">
            {l.number || l.hint || '–'}
            {l.supplier_name ? <span className="text-xs text-ink-2">{l.supplier_name}</span> : null}
          </span>
        ),
      }),
      column.accessor('status', {
        header: t('list.status'),
        cell: (c) => <LineState status={c.getValue()} />,
      }),
    ],
    [t],
  )
  return (
    <List
      at={at}
      query={query}
      columns={columns}
      caption={t('desk.queues.lines')}
      search={t('desk.line.search')}
      narrowing={['statement']}
      filters={[
        {
          key: 'status',
          kind: 'many',
          label: t('list.status'),
          options: STATES.map((value) => ({ value, label: t(`desk.lineState.${value}`) })),
        },
        {
          key: 'provider',
          kind: 'many',
          label: t('list.mode'),
          options: WAYS.map((value) => ({ value, label: t(`mode.${value}`) })),
        },
        { key: 'day', kind: 'days', label: t('desk.line.day') },
      ]}
      empty={{
        icon: <ReceiptTextIcon size={18} />,
        title: t('desk.line.empty'),
        body: t('desk.line.emptyBody'),
      }}
    />
  )
}
