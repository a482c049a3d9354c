import { useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { can } from '@zabuni/routing/guard'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useParams } from 'react-router'
import { CompanyFacts } from '../facts.tsx'
import { Versions } from '../form/documents-part.tsx'
import { Memberships } from '../form/groups-part.tsx'
import { Shares } from '../form/ownership-part.tsx'
import { OwnerList } from '../owner-list.tsx'
import { ExpiryBadge, KINDS, latest, Meter } from '../parts.tsx'
import { profile } from '../queries.ts'

/** All that operator staff see of a supplier. */
export default function Supplier() {
  const { t } = useTranslation(['suppliers', 'live', 'account'])
  const { supplierId: id = '' } = useParams()
  const query = useQuery(profile('operator', id))
  const manage = can(session(), 'MANAGE_SUPPLIER')
  return (
    <Load query={query} title={t('live:suppliers.title')}>
      {(p) => (
        <Page
          title={p.name}
          crumbs={[{ label: t('live:suppliers.title'), to: '/zabuni/suppliers' }]}
          actions={
            manage ? (
              <>
                <LinkButton to={`/zabuni/support/${id}`}>{t('account:support.open')}</LinkButton>
                <LinkButton to={`/zabuni/supplier/categories/${id}`}>
                  {t('detail.categories')}
                </LinkButton>
                <LinkButton look="primary" to={`/zabuni/supplier/update/${id}`}>
                  {t('detail.update')}
                </LinkButton>
              </>
            ) : null
          }
        >
          <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
            <div className="grid min-w-0 gap-4">
              <Card title={t('detail.company')}>
                <CompanyFacts profile={p} />
              </Card>
              <Card title={t('parts.documents')}>
                <div className="grid gap-5">
                  {KINDS.map((kind) => {
                    const now = latest(p)[kind]
                    return (
                      <section key={kind} className="grid gap-2">
                        <div className="flex flex-wrap items-center gap-2.5">
                          <h3 className="text-sm font-semibold">{t(`documents.${kind}`)}</h3>
                          {now?.expires_on ? <ExpiryBadge version={now} /> : null}
                        </div>
                        <Versions profile={p} kind={kind} />
                      </section>
                    )
                  })}
                </div>
              </Card>
              <Card title={t('owners.title')}>
                <div className="grid gap-3">
                  <Shares profile={p} />
                  <OwnerList owners={p.owners} />
                </div>
              </Card>
              <Card title={t('parts.groups')}>
                <Memberships profile={p} />
              </Card>
            </div>
            <div className="grid gap-4">
              <Meter profile={p} base={`/zabuni/supplier/update/${id}`} />
              <Card title={t('parts.categories')}>
                <ul className="flex flex-wrap gap-1.5 text-sm">
                  {[...p.category_types, ...p.supply_locations].map((c) => (
                    <li key={c.id} className="rounded-sm bg-sunken px-1.5 py-0.5">
                      {c.name}
                    </li>
                  ))}
                </ul>
                {p.category_types.length ? null : (
                  <p className="text-sm text-ink-2">{t('categories.none')}</p>
                )}
              </Card>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
