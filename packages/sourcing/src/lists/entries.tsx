import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoment } from '@zabuni/i18n/format'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { ListChecksIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { ListEntry } from '../queries.ts'
import { EntryBadge } from './standing.tsx'

const column = columnsFor<ListEntry>()

/** A whole list: who stands on it, how, since when and until when. */
export const Entries = ({
  rows,
  zone,
  acts,
}: {
  rows: readonly ListEntry[]
  zone: string
  /** What may be done with an entry. */
  acts?: ((entry: ListEntry) => ReactNode) | undefined
}) => {
  const { t, i18n } = useTranslation('sourcing')
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('invite.supplier'),
        meta: { width: '34%' },
        cell: (c) => (
          <span className="grid gap-0.5 py-1">
            <span className="font-medium">{c.getValue()}</span>
            {c.row.original.reason ? (
              <span className="text-xs break-words whitespace-normal text-ink-2">
                {c.row.original.reason}
              </span>
            ) : null}
          </span>
        ),
      }),
      column.accessor('country', {
        header: t('invite.country'),
        cell: (c) => countryName(c.getValue(), i18n.language),
      }),
      column.accessor('status', {
        header: t('columns.status'),
        cell: (c) => <EntryBadge entry={c.row.original} />,
      }),
      column.accessor('from', {
        header: t('lists.columns.from'),
        cell: (c) => formatMoment(c.getValue(), zone),
      }),
      column.accessor('until', {
        header: t('lists.columns.until'),
        cell: (c) => {
          const at = c.getValue()
          return at ? formatMoment(at, zone) : t('lists.endless')
        },
      }),
      ...(acts
        ? [
            column.display({
              id: 'acts',
              header: () => <span className="sr-only">{t('lists.acts')}</span>,
              cell: (c) => acts(c.row.original),
            }),
          ]
        : []),
    ],
    [t, i18n.language, zone, acts],
  )
  return (
    <DataTable
      caption={t('lists.entries')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.supplier_id}
      empty={
        <EmptyState
          icon={<ListChecksIcon size={18} />}
          title={t('lists.nobody')}
          body={t('lists.nobodyBody')}
        />
      }
      paging={{ total: rows.length }}
    />
  )
}
