import { useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { can } from '@zabuni/routing/guard'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { CompanyFacts } from '../facts.tsx'
import { profile } from '../queries.ts'

/** A buyer company's own profile. */
export default function CompanyProfile() {
  const { t } = useTranslation('suppliers')
  const query = useQuery(profile('buyer'))
  return (
    <Load query={query} title={t('buyer.title')}>
      {(p) => (
        <Page
          title={t('buyer.title')}
          subtitle={t('buyer.note')}
          actions={
            can(session(), 'EDIT_COMPANY_PROFILE') ? (
              <LinkButton to="/company/profile/update" look="primary">
                {t('buyer.update')}
              </LinkButton>
            ) : null
          }
        >
          <Card title={t('detail.company')}>
            <CompanyFacts profile={p} />
          </Card>
        </Page>
      )}
    </Load>
  )
}
