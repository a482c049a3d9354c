import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { cx } from '@zabuni/ui/cx'
import { columnsFor } from '@zabuni/ui/data-table'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { MailOpenIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { KindBadge } from '../parts.tsx'
import { KINDS } from '../slots.ts'
import { type MyLetter, myLetters } from './queries.ts'

const column = columnsFor<MyLetter>()

/** Letters to my company; what nobody here has read stands out. */
export default function MyLetters() {
  const { t } = useTranslation('letters')
  const at = useListParams()
  const query = useList(
    myLetters(
      given({
        kind: at.many('kind', KINDS),
        ...at.days('issued'),
        search: at.search,
        after: at.after,
      }),
    ),
  )
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
        cell: (c) => formatMoment(c.getValue(), c.row.original.timezone),
      }),
      column.accessor('read_at', {
        header: t('columns.read'),
        cell: (c) => {
          const at = c.getValue()
          return at ? (
            <span className="text-ink-2">{formatMoment(at, c.row.original.timezone)}</span>
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
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('mine.title')}
        search={t('mine.search')}
        filters={[
          {
            key: 'kind',
            kind: 'many',
            label: t('columns.kind'),
            options: KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
          { key: 'issued', kind: 'days', label: t('columns.issued') },
        ]}
        empty={{
          icon: <MailOpenIcon size={18} />,
          title: t('mine.empty'),
          body: t('mine.emptyBody'),
        }}
      />
    </Page>
  )
}
