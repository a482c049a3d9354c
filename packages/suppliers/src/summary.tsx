import { useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { problemText } from '@zabuni/i18n/problem'
import { can } from '@zabuni/routing/guard'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { ExpiryBadge, KINDS, Logo, latest, Meter } from './parts.tsx'
import { profile } from './queries.ts'

/** What a supplier's company shows on the page of its people. */
export const CompanySummary = () => {
  const { t, i18n } = useTranslation(['suppliers', 'register', 'common'])
  const query = useQuery(profile('supplier'))
  if (query.isError)
    return (
      <Card title={t('summary.title')}>
        <p className="mb-3 text-sm text-ink-2">{problemText(query.error, i18n)}</p>
        <Button onClick={() => void query.refetch()}>{t('common:actions.retry')}</Button>
      </Card>
    )
  const p = query.data
  if (!p)
    return (
      <Card title={t('summary.title')}>
        <div className="skeleton h-24" />
      </Card>
    )
  const now = latest(p)
  return (
    <>
      <Card
        title={t('summary.title')}
        actions={
          can(session(), 'UPDATE_COMPANY_INFO') ? (
            <LinkButton to="/update-profile" size="sm">
              {t('summary.update')}
            </LinkButton>
          ) : null
        }
      >
        <div className="grid gap-4">
          <div className="flex items-center gap-3">
            <Logo profile={p} />
            <p className="font-semibold">{p.name}</p>
          </div>
          <Facts
            items={[
              { label: p.tax_label || t('register:taxId'), value: p.tax_id || '–' },
              { label: t('register:phone'), value: p.phone || '–' },
              {
                label: t('register:location'),
                value: [p.location_name, countryName(p.country, i18n.language)]
                  .filter(Boolean)
                  .join(', '),
              },
              ...KINDS.map((kind) => {
                const v = now[kind]
                return {
                  label: t(`documents.${kind}`),
                  value: v ? <ExpiryBadge version={v} /> : t('documents.none'),
                }
              }),
            ]}
          />
        </div>
      </Card>
      <Meter profile={p} base="/update-profile" />
    </>
  )
}
