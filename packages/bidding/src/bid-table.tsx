import { ACTIVITIES, type Activity } from '@zabuni/activities/activity'
import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime, formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { FileTextIcon } from 'lucide-react'
import { useMemo } from 'react'
import { PaidNotBegun } from './paid.tsx'
import { BidStanding, CategoryBadge, CategoryName, Deadline, MiniProgress } from './parts.tsx'
import { bidHref, reviewHref } from './paths.ts'
import { type BidRow, type BidState, bidsQuery } from './queries.ts'
import { useActivitiesOfBids } from './use-activities.ts'

const col = columnsFor<BidRow>()

/** A table of my bids; `activity` set, of that kind only. */
export const BidTable = ({ state, activity }: { state: BidState; activity?: Activity }) => {
  const { t } = useTranslation('bidding')
  const at = useListParams()
  const { href, hrefOf } = useHere()
  const words = useWords()
  const activities = useActivitiesOfBids()
  const query = useList(
    bidsQuery(
      state,
      given({
        search: at.search,
        activity: activity ? [activity] : at.many('activity', ACTIVITIES),
        ...at.days('closes'),
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(() => {
    const name = col.accessor('category_name', {
      header: t('open.category'),
      cell: ({ row: { original: b } }) => (
        <CategoryName
          to={(state !== 'ongoing' && b.version ? reviewHref : bidHref)(
            hrefOf,
            b.activity,
            b.category_id,
          )}
          name={b.category_name}
          about={[b.reference, ...(activity ? [] : [words(b.activity, 'name')]), b.buyer_name]}
        />
      ),
      meta: { width: '34%' },
    })
    const status = col.accessor('status', {
      header: t('bids.status'),
      cell: (c) => <BidStanding bid={c.row.original} />,
    })
    const progress = col.accessor('percent', {
      header: t('bids.progress'),
      cell: (c) => <MiniProgress percent={c.getValue()} />,
    })
    const deadline = col.accessor('closes_at', {
      header: t('open.closes'),
      cell: ({ row: { original: b } }) => <Deadline at={b.closes_at} zone={b.timezone} stacked />,
    })
    const closed = col.accessor('closes_at', {
      header: t('bids.closedAt'),
      cell: ({ row: { original: b } }) => formatMoment(b.closes_at, b.timezone),
    })
    const life = col.accessor('category_status', {
      header: t('bids.category'),
      cell: ({ row: { original: b } }) => (
        <CategoryBadge status={b.category_status} closesAt={b.closes_at} />
      ),
    })
    const saved = col.accessor('last_saved_at', {
      header: t('bids.lastSaved'),
      cell: ({ row: { original: b } }) => (b.last_saved_at ? formatDateTime(b.last_saved_at) : '–'),
    })
    const version = col.accessor('version', {
      header: t('bids.version'),
      cell: ({ row: { original: b } }) => b.version || '–',
      meta: { numeric: true },
    })
    const rank = col.accessor('rank', {
      header: t('bids.rank'),
      cell: ({ row: { original: b } }) => b.rank ?? '–',
      meta: { numeric: true },
    })
    const outcome = col.accessor('outcome', {
      header: t('bids.outcome'),
      cell: ({ row: { original: b } }) =>
        b.outcome ? (
          <Badge tone={b.outcome === 'pass' ? 'ok' : 'bad'}>{t(`outcome.${b.outcome}`)}</Badge>
        ) : (
          '–'
        ),
    })
    if (state === 'ongoing') return [name, status, progress, version, saved, deadline]
    if (state === 'closed') return [name, status, life, version, rank, outcome, closed]
    return [name, rank, outcome, life, closed]
  }, [t, hrefOf, words, state, activity])
  return (
    <div>
      <div className="mb-4 empty:hidden">
        <PaidNotBegun rows={query.data?.paid ?? []} />
      </div>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t(`bids.${state}.title`)}
        search={t('bids.search')}
        filters={[
          ...(activity
            ? []
            : [
                {
                  key: 'activity',
                  kind: 'many' as const,
                  label: t('open.activity'),
                  options: activities.map((a) => ({ value: a, label: words(a, 'name') })),
                },
              ]),
          {
            key: 'closes',
            kind: 'days',
            label: t(state === 'ongoing' ? 'open.closes' : 'bids.closedAt'),
          },
        ]}
        empty={{
          icon: <FileTextIcon size={18} />,
          title: t(`bids.${state}.emptyTitle`),
          body: t(`bids.${state}.emptyBody`),
          action: <LinkButton to={href('openJobs')}>{t('bids.browse')}</LinkButton>,
        }}
      />
    </div>
  )
}
