import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { LineLink } from '@zabuni/ui/text-link'
import { ArchiveIcon } from 'lucide-react'
import { day } from '../parts.tsx'
import { shelves } from './queries.ts'

/** The archive of contracts by category. */
export default function ContractShelves() {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { href } = useHere()
  const query = useQuery(shelves)
  const heads = [
    { key: 'name', label: t('contracts:making.category') },
    { key: 'contracts', label: t('columns.contracts'), numeric: true },
    { key: 'archived', label: t('contracts:status.archived'), numeric: true },
    { key: 'years', label: t('archive.years'), numeric: true },
    { key: 'until', label: t('archive.firstUntil') },
  ]
  return (
    <Load query={query} title={t('archive.title')}>
      {({ items }) => (
        <Page
          title={t('archive.title')}
          subtitle={t('archive.note')}
          actions={
            mayI('MANAGE_CONTRACT') ? (
              <LinkButton look="primary" to={href('pastUpload')}>
                {t('import.action')}
              </LinkButton>
            ) : null
          }
        >
          <Card flush>
            {items.length ? (
              <TableFrame caption={t('archive.title')} heads={heads}>
                {items.map((s) => (
                  <PlainRow
                    key={s.id}
                    className="hover:bg-canvas"
                    heads={heads}
                    cells={[
                      <LineLink key="n" to={href('pastContracts', { categoryId: s.id })}>
                        {s.name || t('archive.noCategory')}
                      </LineLink>,
                      s.contracts,
                      s.archived,
                      s.retention_years,
                      <span key="u" className="tabular">
                        {day(s.first_until)}
                      </span>,
                    ]}
                  />
                ))}
              </TableFrame>
            ) : (
              <EmptyState
                icon={<ArchiveIcon size={18} />}
                title={t('archive.empty')}
                body={t('archive.emptyBody')}
              />
            )}
          </Card>
        </Page>
      )}
    </Load>
  )
}
