import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { session } from '@zabuni/api/session'
import { serverOffset } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatDeadline } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { Closing } from '@zabuni/ui/closing'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips, SearchInput } from '@zabuni/ui/filters'
import { LinkButton } from '@zabuni/ui/link-button'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon, PlusIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link, Navigate } from 'react-router'
import { jobs } from '../queries.ts'
import { JOB_STATUSES, JOB_TONES } from '../status.ts'
import { hrefOf, mayI, useActivity } from '../use-activity.tsx'

type Row = Schemas['JobRow']
const column = columnsFor<Row>()

const List = () => {
  const { t, i18n } = useTranslation(['sourcing', 'common'])
  const { desk, activity, href } = useActivity()
  const { get, set, after, paging } = useListParams()
  const search = get('search')
  const status = JOB_STATUSES.find((s) => s === get('status'))
  const buyer_id = get('buyer')
  const zone = session()?.timezone || 'UTC'
  const query = useQuery({
    ...jobs({
      activity,
      ...(status ? { status } : {}),
      ...(search ? { search } : {}),
      ...(after ? { after } : {}),
      ...(buyer_id ? { buyer_id } : {}),
    }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('columns.title'),
        meta: { width: '34%' },
        cell: (c) => {
          const to = hrefOf(desk, activity, 'details', { jobId: c.row.original.id })
          return (
            <span className="grid max-w-md min-w-0">
              {to ? (
                <Link
                  to={to}
                  className="truncate font-medium after:absolute after:inset-0 hover:text-brand max-sm:whitespace-normal"
                >
                  {c.getValue()}
                </Link>
              ) : (
                c.getValue()
              )}
            </span>
          )
        },
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
  const filtered = !!search || !!status
  return (
    <Page title={t(`words.${activity}.list`)} actions={createButton}>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          value={search}
          label={t('list.search')}
          onChange={(value) => set({ search: value })}
        />
        <FilterChips
          filters={[
            {
              key: 'status',
              label: t('columns.status'),
              value: status ?? '',
              options: JOB_STATUSES.map((s) => ({ value: s, label: t(`jobStatus.${s}`) })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </search>
      <DataTable
        caption={t(`words.${activity}.list`)}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={filtered ? () => set({ search: '', status: '' }) : undefined}
        paging={{
          total: query.data?.total,
          totalCapped: query.data?.total_capped,
          ...paging(query.data?.next),
        }}
        empty={
          <EmptyState
            icon={<FileTextIcon size={18} />}
            title={t(`words.${activity}.emptyTitle`)}
            body={t(`words.${activity}.emptyBody`)}
            action={createButton}
          />
        }
      />
    </Page>
  )
}

/** The jobs of one activity, newest first; where a buyer has to be named, the way leads to the picker. */
export default function JobList() {
  const { href } = useActivity()
  const { get } = useListParams()
  const picker = href('buyers')
  return picker && !get('buyer') ? <Navigate to={picker} replace /> : <List />
}
