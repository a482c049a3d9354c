import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { Checkbox } from '@zabuni/ui/inputs'
import { FolderOpenIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { ACTIVITIES, lookHref, useActivityName } from './activities.ts'
import type { useListState } from './list-state.ts'
import { Deadline, Fee, TwoLines } from './parts.tsx'
import type { OpenCategory } from './queries.ts'

const col = columnsFor<OpenCategory>()
type List = { items: OpenCategory[]; next: string; total: number; total_capped: boolean }

/** What can be bid for now, the next to close first. */
export const OpenTable = ({
  list,
  query,
  withCompany,
}: {
  list: ReturnType<typeof useListState>
  query: {
    data: List | undefined
    isPending: boolean
    isPlaceholderData: boolean
    error: unknown
    refetch: () => unknown
  }
  withCompany: boolean
}) => {
  const { t } = useTranslation('bidding')
  const nameOf = useActivityName()
  const columns = useMemo(
    () => [
      col.accessor('name', {
        header: t('open.category'),
        cell: ({ row: { original: c } }) => {
          const to = lookHref(c.activity, c.buyer_id, c.id)
          return (
            <TwoLines
              first={
                <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
                  {to ? (
                    <Link to={to} className="after:absolute after:inset-0 hover:text-brand">
                      {c.name}
                    </Link>
                  ) : (
                    c.name
                  )}
                  {c.taking_part ? <Badge tone="ok">{t('open.takingPart')}</Badge> : null}
                  {c.invited ? <Badge tone="info">{t('open.invited')}</Badge> : null}
                </span>
              }
              second={[c.reference, withCompany ? c.buyer_name : c.job_title].join(' · ')}
            />
          )
        },
        meta: { width: '46%' },
      }),
      col.accessor('activity', {
        header: t('open.activity'),
        cell: ({ row: { original: c } }) => nameOf(c.activity),
      }),
      col.accessor('bid_fee', {
        header: t('fee.label'),
        cell: ({ row: { original: c } }) => <Fee amount={c.bid_fee} currency={c.currency} />,
        meta: { numeric: true },
      }),
      col.accessor('closes_at', {
        header: t('open.closes'),
        cell: ({ row: { original: c } }) => <Deadline at={c.closes_at} zone={c.timezone} stacked />,
      }),
    ],
    [t, nameOf, withCompany],
  )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput value={list.input.search} onChange={list.search} label={t('open.search')} />
        <FilterChips
          filters={[
            {
              key: 'activity',
              label: t('open.activity'),
              value: list.input.activity,
              options: ACTIVITIES.map((a) => ({ value: a, label: t(`activity.${a}`) })),
            },
          ]}
          onChange={list.set}
        />
        {withCompany ? (
          <Checkbox
            label={t('open.fitting')}
            checked={list.fitting}
            onChange={(e) => list.set('fitting', e.target.checked ? '1' : '')}
          />
        ) : null}
      </div>
      <DataTable
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(c) => c.id}
        caption={t('open.caption')}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.error ? problemText(query.error) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={list.clear}
        paging={{
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
          ...list.paging(query.data?.next || undefined),
        }}
        empty={
          <EmptyState
            icon={<FolderOpenIcon size={18} />}
            title={t('open.emptyTitle')}
            body={t('open.emptyBody')}
          />
        }
      />
    </div>
  )
}
