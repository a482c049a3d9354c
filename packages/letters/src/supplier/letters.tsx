import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Badge } from '@zabuni/ui/badge'
import { cx } from '@zabuni/ui/cx'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { FilterChips } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { MailOpenIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { KindBadge } from '../parts.tsx'
import { KINDS } from '../paths.ts'
import { type MyLetter, myLetters } from './queries.ts'

const column = columnsFor<MyLetter>()

/** Letters to my company; what nobody here has read stands out. */
export default function MyLetters() {
  const { t, i18n } = useTranslation('letters')
  const { get, set, after, paging } = useListParams()
  const kind = KINDS.find((k) => k === get('kind'))
  const query = useQuery({
    ...myLetters({ ...(kind ? { kind } : {}), ...(after ? { after } : {}) }),
    placeholderData: (before) => before,
  })
  const columns = useMemo(
    () => [
      column.accessor('subject', {
        header: t('columns.subject'),
        meta: { width: '40%' },
        cell: (c) => (
          <Link
            to={`/supplier/dashbard/letters/${c.row.original.id}`}
            className={cx(
              'block py-1 whitespace-normal after:absolute after:inset-0 hover:text-brand',
              !c.row.original.read_at && 'font-semibold',
            )}
          >
            {c.getValue()}
          </Link>
        ),
      }),
      column.accessor('kind', {
        header: t('columns.kind'),
        cell: (c) => <KindBadge kind={c.getValue()} />,
      }),
      column.accessor('buyer_name', { header: t('columns.buyer') }),
      column.accessor('reference', {
        header: t('columns.reference'),
        cell: (c) => <span className="tabular text-ink-2">{c.getValue()}</span>,
      }),
      column.accessor('issued_at', {
        header: t('columns.issued'),
        cell: (c) => formatDateTime(c.getValue()),
      }),
      column.accessor('read_at', {
        header: t('columns.read'),
        cell: (c) => {
          const at = c.getValue()
          return at ? (
            <span className="text-ink-2">{formatDateTime(at)}</span>
          ) : (
            <Badge tone="info">{t('mine.new')}</Badge>
          )
        },
      }),
    ],
    [t],
  )
  const unread = query.data?.unread ?? 0
  return (
    <Page
      title={t('mine.title')}
      subtitle={t('mine.note')}
      status={unread ? <Badge tone="info">{t('mine.unread', { count: unread })}</Badge> : null}
    >
      <div className="mb-3">
        <FilterChips
          filters={[
            {
              key: 'kind',
              label: t('columns.kind'),
              value: kind ?? '',
              options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
            },
          ]}
          onChange={(key, value) => set({ [key]: value })}
        />
      </div>
      <DataTable
        caption={t('mine.title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={(row) => row.id}
        loading={query.isPending}
        refetching={query.isPlaceholderData}
        failure={query.isError ? problemText(query.error, i18n) : undefined}
        onRetry={() => void query.refetch()}
        onClearFilters={kind ? () => set({ kind: '' }) : undefined}
        empty={
          <EmptyState
            icon={<MailOpenIcon size={18} />}
            title={t('mine.empty')}
            body={t('mine.emptyBody')}
          />
        }
        paging={paging(query.data?.next)}
      />
    </Page>
  )
}
