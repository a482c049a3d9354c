import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { ProfileForm } from '../form/profile-form.tsx'
import { profile } from '../queries.ts'

/** A buyer company's own profile, changed. */
export default function CompanyUpdate() {
  const { t } = useTranslation('suppliers')
  const query = useQuery(profile('buyer'))
  return (
    <Load as="form" query={query} title={t('buyer.update')}>
      {(p) => (
        <Page
          width="form"
          title={t('buyer.update')}
          subtitle={t('buyer.note')}
          crumbs={[{ label: t('buyer.title'), to: '/company/profile' }]}
        >
          <ProfileForm desk="buyer" profile={p} />
        </Page>
      )}
    </Load>
  )
}
