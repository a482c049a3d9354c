import type { Schemas } from '@zabuni/api/desk'
import { given, useList } from '@zabuni/api/list'
import { session } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatDeadline } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon, PlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { jobs } from '../queries.ts'
import { JOB_STATUSES, JOB_TONES } from '../status.ts'
import { hrefOf, useActivity } from '../use-activity.tsx'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

const Jobs = () => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { desk, activity, href } = useActivity()
  const at = useListParams()
  const status = at.one('status', JOB_STATUSES)
  const buyer_id = at.get('buyer')
  const zone = session()?.timezone || 'UTC'
  const query = useList(
    jobs(given({ activity, status, buyer_id, search: at.search, after: at.after })),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '34%' },
        cell: (c) => (
          <RowLink to={hrefOf(desk, activity, 'details', { jobId: c.row.original.id })}>
            {c.getValue()}
          </RowLink>
        ),
      }),
      column.accessor('reference', {
        header: t('columns.reference'),
        cell: (c) => <span className="text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <Badge tone={JOB_TONES[c.getValue()]}>{t(`jobStatus.${c.getValue()}`)}</Badge>,
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
              <span className="text-ink-2">{formatDeadline(at, zone)}</span>
            )
          ) : (
            <span className="text-ink-3">{t('columns.noDate')}</span>
          )
        },
      }),
      column.accessor('created_at', {
        header: t('columns.created'),
        cell: (c) => <span className="text-ink-2">{formatDate(c.getValue())}</span>,
      }),
    ],
    [t, desk, activity, zone],
  )
  const create = mayI('MANAGE_JOB') ? href('create') : null
  const createButton = create ? (
    <LinkButton
      to={buyer_id ? `${create}?buyer=${buyer_id}` : create}
      look="primary"
      icon={<PlusIcon aria-hidden="true" size={16} />}
    >
      {t(`words.${activity}.create`)}
    </LinkButton>
  ) : null
  return (
    <Page title={t(`words.${activity}.list`)} actions={createButton}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t(`words.${activity}.list`)}
        search={t('list.search')}
        filters={[
          {
            key: 'status',
            label: t('columns.status'),
            options: JOB_STATUSES.map((s) => ({ value: s, label: t(`jobStatus.${s}`) })),
          },
        ]}
        empty={{
          icon: <FileTextIcon size={18} />,
          title: t(`words.${activity}.emptyTitle`),
          body: t(`words.${activity}.emptyBody`),
          action: createButton,
        }}
      />
    </Page>
  )
}

/** The jobs of one activity, newest first; where a buyer has to be named, the way leads to the picker. */
export default function JobList() {
  const { href } = useActivity()
  const { get } = useListParams()
  const picker = href('buyers')
  return picker && !get('buyer') ? <Navigate to={picker} replace /> : <Jobs />
}
