import { useQuery } from '@tanstack/react-query'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ClipboardListIcon } from 'lucide-react'
import { useMemo } from 'react'
import { PlanBadge, Splits } from '../procurement/parts.tsx'
import { type PlanRow, plans, STATUSES, splits } from '../procurement/queries.ts'

const column = columnsFor<PlanRow>()
const YEAR = /^20\d\d$/

/** What a year's jobs may have split: one company's, so not on the operator's desk. */
const YearSplits = ({ year }: { year: number }) => {
  const { t } = useTranslation('procurement')
  const { data } = useQuery(splits({ year }))
  return <Splits found={data?.items ?? []} title={t('splitJobs', { year })} />
}

type Narrowed = ReturnType<typeof useDepartmentFilter>

const Plans = ({ narrowed }: { narrowed: Narrowed }) => {
  const { t } = useTranslation('procurement')
  const { desk, href } = useHere()
  const at = useListParams()
  const asked = YEAR.test(at.get('year')) ? at.get('year') : ''
  const query = useList({
    ...plans(
      given({
        year: asked ? Number(asked) : undefined,
        status: at.many('status', STATUSES),
        department: narrowed.department,
        search: at.search,
        after: at.after,
      }),
    ),
    enabled: narrowed.department !== undefined,
  })
  const now = new Date().getFullYear()
  const years = [...new Set([asked, ...[1, 0, -1, -2].map((n) => String(now + n))])].filter(Boolean)
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.plan'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink
            to={href('procurementPlan', { planId: c.row.original.id })}
            note={c.row.original.department || t('wholeCompany')}
          >
            {c.getValue()}
          </RowLink>
        ),
      }),
      ...(desk === 'operator'
        ? [column.accessor('buyer_name', { header: t('columns.buyer') })]
        : []),
      column.accessor('year', { header: t('columns.year'), meta: { numeric: true } }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <PlanBadge status={c.getValue()} />,
      }),
      column.accessor('items', { header: t('columns.items'), meta: { numeric: true } }),
      column.accessor('changed_at', {
        header: t('columns.changed'),
        cell: (c) => <span className="tabular">{formatDay(c.getValue(), ownZone())}</span>,
      }),
    ],
    [t, href, desk],
  )
  const create = href('procurementCreate')
  const shares = href('procurementReserved')
  return (
    <Page
      title={t('title')}
      subtitle={t('lead')}
      actions={
        <>
          {shares ? <LinkButton to={shares}>{t('reserved.open')}</LinkButton> : null}
          {create ? (
            <LinkButton look="primary" to={create}>
              {t('create')}
            </LinkButton>
          ) : null}
        </>
      }
    >
      {desk === 'buyer' ? <YearSplits year={asked ? Number(asked) : now} /> : null}
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('title')}
        search={t('search')}
        filters={[
          {
            key: 'year',
            label: t('columns.year'),
            options: years.map((value) => ({ value, label: value })),
          },
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          ...narrowed.filters,
        ]}
        empty={{
          icon: <ClipboardListIcon size={18} />,
          title: t('empty'),
          body: t('emptyBody'),
        }}
      />
    </Page>
  )
}

const OfBuyer = () => (
  <Plans narrowed={useDepartmentFilter(undefined, useListParams().get('department'))} />
)

/** Plans of procurement, year by year; departments are one company's, so they narrow nothing on the operator's desk. */
export default function ProcurementPlans() {
  return useHere().desk === 'buyer' ? (
    <OfBuyer />
  ) : (
    <Plans narrowed={{ filters: [], department: [] }} />
  )
}
