import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { formatDeadline } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { BuyerList } from '@zabuni/sourcing/buyer-list'
import { CATEGORY_TONES, statusOf } from '@zabuni/sourcing/status'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { MailIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useDesk } from '../desk.ts'
import { letterJobs } from '../queries.ts'

const column = columnsFor<Schemas['LetterJob']>()

/** The evaluated categories of an activity: whose letters are due, whose went out. */
export const LetterJobsTable = ({ jobId }: { jobId?: string }) => {
  const { t, i18n } = useTranslation(['letters', 'sourcing'])
  const { desk, activity, href } = useDesk()
  const { get, after, paging } = useListParams()
  const buyer = get('buyer')
  const query = useQuery({
    ...letterJobs({
      activity,
      ...(after ? { after } : {}),
      ...(buyer ? { buyer_id: buyer } : {}),
      ...(jobId ? { job_id: jobId } : {}),
    }),
    placeholderData: (before) => before,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: href follows desk and activity
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.category'),
        cell: (c) => {
          const { job_id, category_id } = c.row.original
          const to = href('categoryLetters', { jobId: job_id, categoryId: category_id })
          return (
            <span className="grid py-1">
              {to ? (
                <Link to={to} className="font-medium after:absolute after:inset-0 hover:text-brand">
                  {c.getValue()}
                </Link>
              ) : (
                c.getValue()
              )}
              <span className="text-xs text-ink-3">{c.row.original.reference}</span>
            </span>
          )
        },
      }),
      column.accessor('job_title', {
        header: t('columns.job'),
        cell: (c) => (
          <span className="block max-w-64 truncate max-sm:whitespace-normal">{c.getValue()}</span>
        ),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => (
          <Badge tone={CATEGORY_TONES[statusOf(c.row.original)]}>
            {t(`sourcing:categoryStatus.${statusOf(c.row.original)}`)}
          </Badge>
        ),
      }),
      column.accessor('winner', {
        header: t('columns.winner'),
        cell: (c) => c.getValue() ?? '–',
      }),
      column.accessor('letters', { header: t('columns.letters'), meta: { numeric: true } }),
      column.accessor('standstill_ends', {
        header: t('columns.standstill'),
        cell: (c) => {
          const at = c.getValue()
          if (!at) return '–'
          return formatDeadline(at, c.row.original.timezone)
        },
      }),
    ],
    [t, desk, activity],
  )
  return (
    <DataTable
      caption={t('jobs.title')}
      columns={columns}
      rows={query.data?.items ?? []}
      rowId={(row) => row.category_id}
      loading={query.isPending}
      refetching={query.isPlaceholderData}
      failure={query.isError ? problemText(query.error, i18n) : undefined}
      onRetry={() => void query.refetch()}
      empty={
        <EmptyState
          icon={<MailIcon size={18} />}
          title={t('jobs.empty')}
          body={t('jobs.emptyBody')}
        />
      }
      paging={paging(query.data?.next)}
    />
  )
}

/** Where an activity's letters begin. */
export default function LetterJobs() {
  const { t } = useTranslation('letters')
  const { desk, href } = useDesk()
  const { get } = useListParams()
  if (desk === 'operator' && !get('buyer'))
    return <BuyerList title={t('jobs.title')} list={href('letterJobs') ?? ''} />
  return (
    <Page title={t('jobs.title')} subtitle={t('jobs.note')}>
      <LetterJobsTable />
    </Page>
  )
}
