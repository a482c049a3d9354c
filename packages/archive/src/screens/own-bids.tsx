import { useHere } from '@zabuni/activities/ui/here'
import { useWords } from '@zabuni/activities/ui/words'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatDay } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ArchiveIcon } from 'lucide-react'
import { useMemo } from 'react'
import { OutcomeBadge } from '../parts.tsx'
import { type OwnBidRow, ownBids } from '../queries.ts'

const column = columnsFor<OwnBidRow>()

/** The own bids for what one buyer has archived. */
export default function OwnArchivedBids() {
  const { t } = useTranslation('archive')
  const { href, ids } = useHere()
  const words = useWords()
  const at = useListParams()
  const query = useList(ownBids(ids.companyId, given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.category'),
        meta: { width: '36%' },
        cell: ({ row: { original: b } }) => (
          <RowLink
            to={href('archiveOwnBid', { activity: b.activity, categoryId: b.category_id })}
            note={`${b.reference} · ${b.job}`}
          >
            {b.name}
          </RowLink>
        ),
      }),
      column.accessor('activity', {
        header: t('columns.activity'),
        cell: (c) => words(c.getValue(), 'name'),
      }),
      column.accessor('outcome', {
        header: t('columns.outcome'),
        cell: (c) => <OutcomeBadge outcome={c.getValue()} />,
      }),
      column.accessor('closes_at', {
        header: t('columns.closes'),
        cell: (c) => <span className="tabular">{formatDay(c.getValue(), ownZone())}</span>,
      }),
      column.accessor('keep_until', {
        header: t('columns.until'),
        cell: (c) => <span className="tabular">{dayText(c.getValue())}</span>,
      }),
    ],
    [t, href, words],
  )
  const title = query.data ? t('own.bids', { name: query.data.buyer }) : t('own.title')
  return (
    <Page
      title={title}
      subtitle={t('own.bidsNote')}
      crumbs={[{ label: t('own.title'), to: href('archiveCompanies') }]}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        rowId={(b) => b.category_id}
        caption={title}
        search={t('own.bidsSearch')}
        empty={{
          icon: <ArchiveIcon size={18} />,
          title: t('own.bidsEmpty'),
          body: t('own.bidsEmptyBody'),
        }}
      />
    </Page>
  )
}
