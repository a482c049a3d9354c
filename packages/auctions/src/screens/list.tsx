import { mayHere } from '@zabuni/activities/may'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { GavelIcon, PlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { PhaseBadge, useMoney } from '../parts.tsx'
import { auctions, PHASES, type Row, VISIBILITIES } from '../queries.ts'

const column = columnsFor<Row>()

const Best = ({ row }: { row: Row }) => {
  const money = useMoney(row.currency)
  return row.best ? money(row.best) : '–'
}

const Auctions = () => {
  const { t } = useTranslation(['auctions', 'sourcing'])
  const { activity, word, ids, href } = useActivity()
  const at = useListParams()
  const buyer_id = ids.buyerId
  const { department, filters: byDepartment } = useDepartmentFilter(buyer_id, at.get('department'))
  const query = useList({
    ...auctions({
      activity: activity as 'reverse_auction',
      ...given({
        phase: at.many('phase', PHASES),
        visibility: at.many('visibility', VISIBILITIES),
        department,
        ...at.days('starts'),
        buyer_id,
        search: at.search,
        after: at.after,
      }),
    }),
    enabled: !!department,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('list.title'),
        meta: { width: '30%' },
        cell: (c) => (
          <RowLink
            to={href('categoryDetails', {
              jobId: c.row.original.job_id,
              categoryId: c.row.original.id,
            })}
            note={[c.row.original.reference, c.row.original.department].filter(Boolean).join(' · ')}
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
      column.accessor('item_count', { header: t('list.items'), meta: { numeric: true } }),
      column.accessor('joined', {
        header: t('list.joined'),
        meta: { numeric: true },
        cell: (c) => `${c.getValue()} / ${c.row.original.invited}`,
      }),
      column.accessor('bids', { header: t('list.bids'), meta: { numeric: true } }),
      column.accessor('best', {
        header: t('list.best'),
        meta: { numeric: true },
        cell: (c) => <Best row={c.row.original} />,
      }),
    ],
    [t, href],
  )
  const create =
    mayHere(activity, 'host') && mayHere(activity, 'conduct')
      ? href('create', { buyerId: buyer_id })
      : null
  const createButton = create ? (
    <LinkButton to={create} look="primary" icon={<PlusIcon aria-hidden="true" size={16} />}>
      {word('create')}
    </LinkButton>
  ) : null
  return (
    <Page title={word('list')} actions={createButton}>
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
          {
            key: 'visibility',
            kind: 'many',
            label: t('list.visibility'),
            options: VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) })),
          },
          ...byDepartment,
          { key: 'starts', kind: 'days', label: t('list.starts') },
        ]}
        empty={{
          icon: <GavelIcon size={18} />,
          title: word('emptyTitle'),
          body: word('emptyBody'),
          action: createButton,
        }}
      />
    </Page>
  )
}

/** The auctions of one kind, the last to start first; where a buyer has to be named, the way leads to the picker. */
export default function AuctionList() {
  const { ids, href } = useHere()
  const picker = href('buyers')
  return picker && !ids.buyerId ? <Navigate to={picker} replace /> : <Auctions />
}
