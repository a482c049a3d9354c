import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { LineLink } from '@zabuni/ui/text-link'
import { MailIcon } from 'lucide-react'
import { useMemo } from 'react'
import { KindBadge } from './parts.tsx'
import type { LetterRow } from './queries.ts'

const column = columnsFor<LetterRow>()

/** Letters that went out, with who has read them. */
export const IssuedLetters = ({
  rows,
  loading = false,
}: {
  rows: readonly LetterRow[]
  loading?: boolean
}) => {
  const { t } = useTranslation('letters')
  const { href } = useHere()
  const columns = useMemo(
    () => [
      column.accessor('supplier_name', {
        header: t('columns.supplier'),
        cell: (c) => {
          const to = href('letter', { letterId: c.row.original.id })
          return (
            <span className="grid py-1">
              <LineLink to={to}>{c.getValue()}</LineLink>
              <span className="text-xs text-ink-3">{c.row.original.reference}</span>
            </span>
          )
        },
      }),
      column.accessor('kind', {
        header: t('columns.kind'),
        cell: (c) => <KindBadge kind={c.getValue()} />,
      }),
      column.accessor('issued_at', {
        header: t('columns.issued'),
        cell: (c) => formatDateTime(c.getValue()),
      }),
      column.accessor('read_at', {
        header: t('columns.read'),
        cell: (c) => {
          const at = c.getValue()
          return at ? formatDateTime(at) : <Badge>{t('letter.unread')}</Badge>
        },
      }),
    ],
    [t, href],
  )
  return (
    <DataTable
      caption={t('issued.title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      loading={loading}
      empty={
        <EmptyState
          icon={<MailIcon size={18} />}
          title={t('issued.empty')}
          body={t('issued.emptyBody')}
        />
      }
      paging={{ total: rows.length }}
    />
  )
}
