import { useActivity } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { GavelIcon } from 'lucide-react'
import { useMemo } from 'react'
import { isOpen, PhaseBadge } from '../parts.tsx'
import { type SeenRow, seenAuctions } from '../queries.ts'

const PHASES = ['upcoming', 'open', 'overtime', 'paused', 'closed', 'cancelled'] as const
const column = columnsFor<SeenRow>()

/** What a supplier does next in an auction. */
const nextAct = (row: SeenRow) => {
  if (row.blocked) return 'blocked'
  if (row.phase === 'closed' || row.phase === 'cancelled') return 'look'
  if (row.answering && !row.answered) return 'answer'
  if (row.passed === false) return 'failed'
  if (!row.joined) return 'enter'
  return isOpen(row.phase) ? 'bid' : 'wait'
}

const Next = ({ row }: { row: SeenRow }) => {
  const { t } = useTranslation('auctions')
  const act = nextAct(row)
  return act === 'blocked' || act === 'failed' ? (
    <Badge tone="bad">{t(`next.${act}`)}</Badge>
  ) : (
    <span className={act === 'bid' || act === 'answer' ? 'font-medium text-brand' : 'text-ink-2'}>
      {t(`next.${act}`)}
    </span>
  )
}

/** The auctions of one kind that my company may see. */
export default function SeenAuctions() {
  const { t } = useTranslation(['auctions', 'sourcing'])
  const { activity, word, href } = useActivity()
  const at = useListParams()
  const query = useList(
    seenAuctions({
      activity: activity as 'reverse_auction',
      ...given({
        phase: at.many('phase', PHASES),
        ...at.days('starts'),
        search: at.search,
        after: at.after,
      }),
    }),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('list.title'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink
            to={href('look', {
              companyId: c.row.original.buyer_id,
              categoryId: c.row.original.id,
            })}
            note={`${c.row.original.buyer_name} · ${c.row.original.reference}`}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('phase', {
        header: t('list.phase'),
        cell: (c) => <PhaseBadge phase={c.getValue()} />,
      }),
      column.accessor('starts_at', {
        header: t('list.starts'),
        cell: (c) => formatMoment(c.getValue(), c.row.original.timezone),
      }),
      column.accessor('ends_at', {
        header: t('list.ends'),
        cell: (c) => formatMoment(c.getValue(), c.row.original.timezone),
      }),
      column.display({
        id: 'next',
        header: t('list.next'),
        cell: (c) => <Next row={c.row.original} />,
      }),
    ],
    [t, href],
  )
  return (
    <Page title={word('list')} subtitle={t('seen.lead')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={word('list')}
        search={t('sourcing:list.search')}
        filters={[
          {
            key: 'phase',
            kind: 'many',
            label: t('list.phase'),
            options: PHASES.map((value) => ({ value, label: t(`phase.${value}`) })),
          },
          { key: 'starts', kind: 'days', label: t('list.starts') },
        ]}
        empty={{
          icon: <GavelIcon size={18} />,
          title: t('seen.emptyTitle'),
          body: t('seen.emptyBody'),
        }}
      />
    </Page>
  )
}
