import { mayHere } from '@zabuni/activities/may'
import { jobs } from '@zabuni/activities/queries'
import { JOB_STATUSES } from '@zabuni/activities/status'
import { JobBadge } from '@zabuni/activities/ui/badges'
import { useDepartmentFilter } from '@zabuni/activities/ui/department'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon, PlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Navigate } from 'react-router'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

const Jobs = () => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const { activity, word, ids, href } = useActivity()
  const at = useListParams()
  const buyer_id = ids.buyerId
  const zone = session()?.timezone || 'UTC'
  const { department, filters: byDepartment } = useDepartmentFilter(buyer_id, at.get('department'))
  const query = useList({
    ...jobs(
      given({
        activity: [activity],
        status: at.many('status', JOB_STATUSES),
        department,
        ...at.days('created'),
        ...at.days('closes'),
        buyer_id,
        search: at.search,
        after: at.after,
      }),
    ),
    enabled: !!department,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink to={href('details', { jobId: c.row.original.id })}>{c.getValue()}</RowLink>
        ),
      }),
      column.accessor('reference', {
        header: t('columns.reference'),
        cell: (c) => <span className="text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <JobBadge status={c.getValue()} />,
      }),
      column.accessor('categories', { header: t('columns.categories'), meta: { numeric: true } }),
      column.accessor('closes_at', {
        header: t('columns.closes'),
        cell: (c) => {
          const at = c.getValue()
          return at ? (
            c.row.original.status === 'published' ? (
              <Closing at={at} zone={zone} offset={serverOffset()} />
            ) : (
              <span className="text-ink-2">{formatMoment(at, zone)}</span>
            )
          ) : (
            <span className="text-ink-3">{t('columns.noDate')}</span>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('columns.created'),
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), zone)}</span>,
      }),
    ],
    [t, href, zone],
  )
  const create = mayHere(activity, 'conduct') ? href('create', { buyerId: buyer_id }) : null
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
        search={t('list.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('columns.status'),
            options: JOB_STATUSES.map((s) => ({ value: s, label: t(`activities:jobStatus.${s}`) })),
          },
          ...byDepartment,
          { key: 'closes', kind: 'days', label: t('columns.closes') },
          { key: 'created', kind: 'days', label: t('columns.created') },
        ]}
        empty={{
          icon: <FileTextIcon size={18} />,
          title: word('emptyTitle'),
          body: word('emptyBody'),
          action: createButton,
        }}
      />
    </Page>
  )
}

/** The jobs of one activity, newest first; where a buyer has to be named, the way leads to the picker. */
export default function JobList() {
  const { ids, href } = useHere()
  const picker = href('buyers')
  return picker && !ids.buyerId ? <Navigate to={picker} replace /> : <Jobs />
}
