import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { RowLink } from '@zabuni/ui/list'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { StatusBadge } from '../parts.tsx'
import { type Chosen, chosen } from './queries.ts'
import { useWay } from './way.ts'

const ContractOf = ({ of }: { of: Chosen }) => {
  const { t } = useTranslation(['inforce', 'contracts'])
  const { href } = useHere()
  if (of.contract_id && of.status)
    return (
      <span className="flex flex-wrap items-center gap-2">
        <RowLink to={href('contract', { contractId: of.contract_id })}>{of.number}</RowLink>
        <StatusBadge status={of.status} />
      </span>
    )
  const create = to(href('contractCreate'), {
    query: { award: of.award_id, supplier: of.award_id && of.id },
  })
  return create && mayI('MANAGE_CONTRACT') ? (
    <LinkButton size="sm" to={create} aria-label={t('category.makeFor', { name: of.name })}>
      {t('contracts:making.add')}
    </LinkButton>
  ) : (
    t('category.noContract')
  )
}

/** Whom a category chose, with the contract that followed or the way to make one. */
export default function CategorySuppliers() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href, ids } = useHere()
  const way = useWay()
  const query = useQuery(chosen(ids.categoryId))
  const heads = [
    { key: 'name', label: t('contracts:columns.supplier') },
    { key: 'by', label: t('columns.by') },
    { key: 'value', label: t('contracts:columns.value'), numeric: true },
    { key: 'contract', label: t('contracts:view.title') },
  ]
  return (
    <Load query={query} title={t('category.toSuppliers')}>
      {({ category: c, items }) => (
        <Page
          title={t('category.suppliers', { name: c.name })}
          subtitle={c.reference}
          crumbs={way(c)}
          actions={
            <LinkButton
              to={href('categoryContracts', { activity: c.activity, categoryId: ids.categoryId })}
            >
              {t('columns.contracts')}
            </LinkButton>
          }
        >
          <Card flush>
            {items.length ? (
              <TableFrame caption={t('category.toSuppliers')} heads={heads}>
                {items.map((s) => (
                  <PlainRow
                    key={s.id}
                    heads={heads}
                    cells={[
                      <span key="n" className="grid">
                        <span className="font-medium break-words">{s.name}</span>
                        <span className="text-xs text-ink-3">
                          {countryName(s.country, i18n.language)}
                        </span>
                      </span>,
                      <span key="b" className="flex flex-wrap gap-2">
                        {s.award_id ? <Badge tone="ok">{t('category.awarded')}</Badge> : null}
                        {s.listed ? <Badge tone="info">{t('category.listed')}</Badge> : null}
                      </span>,
                      s.value && s.currency ? formatMoney(s.value, s.currency, i18n.language) : '–',
                      <ContractOf key="k" of={s} />,
                    ]}
                  />
                ))}
              </TableFrame>
            ) : (
              <p className="px-4 py-6 text-sm text-ink-2">{t('category.nobody')}</p>
            )}
          </Card>
        </Page>
      )}
    </Load>
  )
}
