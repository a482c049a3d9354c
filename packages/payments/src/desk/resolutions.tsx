import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { GavelIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Money } from '../parts.tsx'
import { Verdict } from './parts.tsx'
import { type Resolution, resolutionsQuery } from './queries.ts'

const ACTS = [
  'match',
  'allocate',
  'ask',
  'dismiss',
  'undo',
] as const satisfies readonly Resolution['act'][]
const column = columnsFor<Resolution>()

/** What two people decided about money: who proposed it, who approved, and why. */
export default function Resolutions() {
  const { t } = useTranslation('payments')
  const at = useListParams()
  const query = useList(
    resolutionsQuery(
      given({
        act: at.many('act', ACTS),
        ...at.days('proposed'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('number', {
        header: t('list.number'),
        cell: ({ row: { original: r } }) => (
          <RowLink
            to={`/zabuni/payment_reconciliations/view/${r.line_code || r.number}`}
            note={r.supplier_name}
          >
            {r.line_code || r.number}
          </RowLink>
        ),
      }),
      column.accessor('act', {
        header: t('desk.act'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {t(`desk.acts.${r.act}`)}
            {r.target ? <span className="text-xs text-ink-2">{r.target}</span> : null}
          </span>
        ),
      }),
      column.accessor((r) => r.amount?.value, {
        id: 'amount',
        header: t('list.amount'),
        meta: { numeric: true },
        cell: ({ row: { original: r } }) => (r.amount ? <Money amount={r.amount} /> : '–'),
      }),
      column.accessor('reason', {
        header: t('desk.why'),
        cell: (c) => <span className="line-clamp-2 whitespace-normal">{c.getValue()}</span>,
      }),
      column.accessor('proposer', {
        header: t('desk.proposer'),
        cell: ({ row: { original: r } }) => (
          <span className="grid whitespace-normal">
            {r.proposer}
            <span className="text-xs text-ink-2">{formatMoment(r.proposed_at, ownZone())}</span>
          </span>
        ),
      }),
      column.accessor('decider', {
        header: t('desk.decider'),
        cell: ({ row: { original: r } }) => (
          <span className="grid justify-items-start gap-0.5 whitespace-normal">
            <Verdict of={r} />
            {r.decided_at ? (
              <span className="text-xs text-ink-2">
                {r.decider} · {formatMoment(r.decided_at, ownZone())}
              </span>
            ) : null}
          </span>
        ),
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('desk.decided.title')}
      subtitle={t('desk.decided.note')}
      crumbs={[{ label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation' }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('desk.decided.title')}
        search={t('desk.decided.search')}
        filters={[
          {
            key: 'act',
            kind: 'many',
            label: t('desk.act'),
            options: ACTS.map((value) => ({ value, label: t(`desk.acts.${value}`) })),
          },
          { key: 'proposed', kind: 'days', label: t('desk.proposed') },
        ]}
        empty={{
          icon: <GavelIcon size={18} />,
          title: t('desk.decided.empty'),
          body: t('desk.decided.emptyBody'),
        }}
      />
    </Page>
  )
}
