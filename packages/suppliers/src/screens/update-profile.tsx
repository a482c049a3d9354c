import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { ProfileForm } from '../form/profile-form.tsx'
import { Meter } from '../parts.tsx'
import { profile } from '../queries.ts'

/** A supplier's own profile, in parts. */
export default function UpdateProfile() {
  const { t } = useTranslation('suppliers')
  const query = useQuery(profile('supplier'))
  return (
    <Load as="form" query={query} title={t('title')}>
      {(p) => (
        <Page title={t('title')} subtitle={t('note')}>
          <div className="grid items-start gap-5 lg:grid-cols-[1fr_300px]">
            <div className="min-w-0">
              <ProfileForm desk="supplier" profile={p} />
            </div>
            <Meter profile={p} base="/update-profile" />
          </div>
        </Page>
      )}
    </Load>
  )
}
