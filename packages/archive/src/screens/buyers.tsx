import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { dayText } from '@zabuni/i18n/format'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ArchiveIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type BuyerRow, buyers } from '../queries.ts'

const column = columnsFor<BuyerRow>()

/** Buyers whose jobs stand in the archive. */
export default function ArchiveBuyers() {
  const { t, i18n } = useTranslation('archive')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(buyers(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '44%' },
        cell: ({ row: { original: b } }) => (
          <RowLink
            to={href('archiveJobs', { buyerId: b.id })}
            note={countryName(b.country, i18n.language)}
          >
            {b.name}
          </RowLink>
        ),
      }),
      column.accessor('jobs', { header: t('columns.jobs'), meta: { numeric: true } }),
      column.accessor('held', { header: t('columns.held'), meta: { numeric: true } }),
      column.accessor('first_until', {
        header: t('columns.firstUntil'),
        cell: (c) => <span className="tabular">{dayText(c.getValue())}</span>,
      }),
    ],
    [t, i18n.language, href],
  )
  const manage = href('archiveManagement')
  return (
    <Page
      title={t('buyers.title')}
      subtitle={t('buyers.note')}
      actions={manage ? <LinkButton to={manage}>{t('manage.title')}</LinkButton> : null}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('buyers.title')}
        search={t('buyers.search')}
        empty={{
          icon: <ArchiveIcon size={18} />,
          title: t('buyers.empty'),
          body: t('buyers.emptyBody'),
        }}
      />
    </Page>
  )
}
