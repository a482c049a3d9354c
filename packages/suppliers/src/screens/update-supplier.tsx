import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useParams } from 'react-router'
import { ProfileForm } from '../form/profile-form.tsx'
import { profile } from '../queries.ts'

/** A supplier's profile, changed by operator staff. */
export default function UpdateSupplier() {
  const { t } = useTranslation(['suppliers', 'live'])
  const { supplierId: id = '' } = useParams()
  const query = useQuery(profile('operator', id))
  return (
    <Load as="form" query={query} title={t('detail.update')}>
      {(p) => (
        <Page
          width="form"
          title={t('detail.update')}
          crumbs={[
            { label: t('live:suppliers.title'), to: '/zabuni/suppliers' },
            { label: p.name, to: `/zabuni/suppliers/${id}/details` },
          ]}
        >
          <ProfileForm desk="operator" profile={p} />
        </Page>
      )}
    </Load>
  )
}
