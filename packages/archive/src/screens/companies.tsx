import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { columnsFor } from '@zabuni/ui/data-table'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { ArchiveIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type Company, companies } from '../queries.ts'

const column = columnsFor<Company>()

/** Buyers in whose archive the own company has bids. */
export default function ArchiveCompanies() {
  const { t, i18n } = useTranslation('archive')
  const { href } = useHere()
  const at = useListParams()
  const query = useList(companies(given({ search: at.search, after: at.after })))
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('columns.buyer'),
        meta: { width: '56%' },
        cell: ({ row: { original: b } }) => (
          <RowLink
            to={href('archiveOwnBids', { companyId: b.id })}
            note={countryName(b.country, i18n.language)}
          >
            {b.name}
          </RowLink>
        ),
      }),
      column.accessor('jobs', { header: t('columns.jobs'), meta: { numeric: true } }),
      column.accessor('categories', { header: t('columns.categories'), meta: { numeric: true } }),
    ],
    [t, i18n.language, href],
  )
  return (
    <Page title={t('own.title')} subtitle={t('own.note')}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('own.title')}
        search={t('own.search')}
        empty={{ icon: <ArchiveIcon size={18} />, title: t('own.empty'), body: t('own.emptyBody') }}
      />
    </Page>
  )
}
