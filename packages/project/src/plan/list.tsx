import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ChartGanttIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { PlanBadge, PlanTabs, Span } from './parts.tsx'
import { contextOf, DRAWN, type PlanRow, plans, STATUSES } from './queries.ts'

const column = columnsFor<PlanRow>()

type Chart = 'draw' | 'approved' | 'progress'
const SLOTS = { draw: 'planDraw', approved: 'planApproved', progress: 'planProgress' } as const

/** The plans of a desk, of which one is chosen; it stands in the address from then on. */
export const PlanList = ({ chart, actions }: { chart: Chart; actions?: ReactNode }) => {
  const { t } = useTranslation('plans')
  const { desk, of, href } = useHere()
  const at = useListParams()
  const drawn = at.many('status', chart === 'draw' ? DRAWN : STATUSES)
  const query = useList(
    plans({
      context: contextOf(of),
      ...given({
        status: chart === 'draw' && !drawn.length ? [...DRAWN] : drawn,
        approved: chart === 'progress',
        sent: chart === 'approved',
        search: at.search,
        after: at.after,
      }),
    }),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.plan'),
        meta: { width: '30%' },
        cell: (c) => (
          <RowLink
            to={href(SLOTS[chart], { planId: c.row.original.id })}
            note={[t('number', { number: c.row.original.number }), c.row.original.job]
              .filter(Boolean)
              .join(' · ')}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      ...(desk === 'operator' ? [column.accessor('buyer', { header: t('columns.buyer') })] : []),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <PlanBadge status={c.getValue()} />,
      }),
      column.accessor('starts_on', {
        header: t('columns.days'),
        cell: ({ row: { original } }) =>
          original.starts_on && original.ends_on ? (
            <Span from={original.starts_on} to={original.ends_on} />
          ) : (
            t('noDays')
          ),
      }),
      column.accessor('tasks', { header: t('columns.tasks'), meta: { numeric: true } }),
      column.accessor('overdue', { header: t('overdue'), meta: { numeric: true } }),
    ],
    [t, href, desk, chart],
  )
  return (
    <Page title={t(`${chart}.title`)} subtitle={t(`${chart}.note`)} actions={actions}>
      <PlanTabs id="" />
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t(`${chart}.title`)}
        search={t('search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: (chart === 'draw' ? DRAWN : STATUSES)
              .filter((s) => chart === 'draw' || s !== 'draft')
              .map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
        ]}
        empty={{
          icon: <ChartGanttIcon size={18} />,
          title: t(`${chart}.empty`),
          body: t(`${chart}.emptyBody`),
        }}
      />
    </Page>
  )
}
