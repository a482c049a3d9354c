import { COMPANY_TYPES } from '@zabuni/api/company-types'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDateTime } from '@zabuni/i18n/format'
import { Facts } from '@zabuni/ui/card'
import { Logo } from './parts.tsx'
import type { Profile } from './queries.ts'

/** Who a company is and where it is found. */
export const CompanyFacts = ({ profile: p }: { profile: Profile }) => {
  const { t, i18n } = useTranslation(['suppliers', 'register'])
  const type = COMPANY_TYPES.find((one) => one === p.company_type)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Logo profile={p} />
        <p className="font-semibold">{p.name}</p>
      </div>
      <Facts
        items={[
          {
            label: t('register:companyType'),
            value: type ? t(`register:types.${type}`) : '–',
          },
          { label: p.tax_label || t('register:taxId'), value: p.tax_id || '–' },
          {
            label: t('register:location'),
            value: [p.location_name, countryName(p.country, i18n.language)]
              .filter(Boolean)
              .join(', '),
          },
          { label: t('register:physicalAddress'), value: p.physical_address || '–' },
          { label: t('register:poBox'), value: p.po_box || '–' },
          { label: t('register:phone'), value: p.phone || '–' },
          { label: t('register:website'), value: p.website || '–' },
          { label: t('register:contactName'), value: p.contact_name || '–' },
          { label: t('detail.updated'), value: formatDateTime(p.updated_at ?? p.created_at) },
        ]}
      />
    </div>
  )
}
