import { useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { can } from '@zabuni/routing/guard'
import { Badge } from '@zabuni/ui/badge'
import { Card, Facts, Stats } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useParams } from 'react-router'
import { buyerProfile } from './queries.ts'
import { useModuleName } from './words.tsx'

/** A buyer company: profile, counts, modules, services. */
export default function BuyerView() {
  const { t } = useTranslation(['admin', 'account'])
  const { buyerId = '' } = useParams()
  const query = useQuery(buyerProfile(buyerId))
  const moduleName = useModuleName()
  const base = `/zabuni/buyers/${buyerId}`
  return (
    <Load query={query} title={t('buyers.view')}>
      {(b) => (
        <Page
          title={b.name}
          status={
            <Badge tone={b.active ? 'ok' : 'bad'}>{t(b.active ? 'active' : 'inactive')}</Badge>
          }
          crumbs={[{ label: t('buyers.title'), to: '/zabuni/buyers' }]}
          actions={
            <>
              {can(session(), 'MANAGE_BUYER') ? (
                <LinkButton to={`/zabuni/support/${buyerId}`}>
                  {t('account:support.open')}
                </LinkButton>
              ) : null}
              <LinkButton to={`${base}/jobs`}>{t('buyers.jobs')}</LinkButton>
              <LinkButton to={`${base}/update`} look="primary">
                {t('edit')}
              </LinkButton>
            </>
          }
        >
          <div className="grid gap-4">
            <Stats
              items={[
                { label: t('buyers.users'), value: b.users },
                { label: t('buyers.jobs'), value: b.jobs },
                { label: t('branches.title'), value: b.branches },
                { label: t('types.title'), value: b.category_types },
              ]}
            />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Card title={t('buyers.profile')}>
                <Facts
                  items={[
                    { label: t('taxId'), value: b.tax_id },
                    { label: t('phone'), value: b.phone },
                    { label: t('email'), value: b.email },
                    { label: t('address'), value: b.physical_address },
                    { label: t('website'), value: b.website || '–' },
                    { label: t('contact'), value: b.contact_name || '–' },
                    { label: t('buyers.since'), value: formatDate(b.created_at) },
                  ]}
                />
              </Card>
              <Card
                title={t('modules.title')}
                actions={
                  <LinkButton size="sm" to={`/zabuni/modules/${buyerId}`}>
                    {t('modules.change')}
                  </LinkButton>
                }
              >
                <ul className="flex flex-wrap gap-2">
                  {b.modules.map((m) => (
                    <li key={m.module}>
                      <Badge tone={m.active ? 'ok' : 'neutral'}>
                        {moduleName(m.module)}
                        {m.active ? '' : ` · ${t('modules.off')}`}
                      </Badge>
                    </li>
                  ))}
                </ul>
              </Card>
              <Card
                title={t('services.title')}
                actions={
                  <LinkButton size="sm" to={`${base}/services`}>
                    {t('services.change')}
                  </LinkButton>
                }
              >
                {b.services.length ? (
                  <ul className="grid gap-1 text-sm">
                    {b.services.map((s) => (
                      <li key={s.service}>{t(`services.names.${s.service}`)}</li>
                    ))}
                  </ul>
                ) : (
                  <p className="text-sm text-ink-2">{t('services.none')}</p>
                )}
              </Card>
              <Card
                title={t('types.title')}
                actions={
                  <LinkButton size="sm" to={`${base}/category_types`}>
                    {t('buyerTypes.change')}
                  </LinkButton>
                }
              >
                <p className="text-sm text-ink-2">
                  {t('buyerTypes.count', { count: b.category_types })}
                </p>
              </Card>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
