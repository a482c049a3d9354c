import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDateTime } from '@zabuni/i18n/format'
import { Facts } from '@zabuni/ui/card'
import { Logo } from './parts.tsx'
import type { Desk, Profile } from './queries.ts'

const TYPES = ['limited', 'sole', 'partnership', 'public', 'ngo', 'other'] as const

/** Who a company is and where it is found. */
export const CompanyFacts = ({ desk, profile: p }: { desk: Desk; profile: Profile }) => {
  const { t, i18n } = useTranslation(['suppliers', 'auth'])
  const type = TYPES.find((one) => one === p.company_type)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Logo desk={desk} profile={p} />
        <p className="font-semibold">{p.name}</p>
      </div>
      <Facts
        items={[
          {
            label: t('auth:register.companyType'),
            value: type ? t(`auth:register.types.${type}`) : '–',
          },
          { label: p.tax_label || t('auth:register.taxId'), value: p.tax_id || '–' },
          {
            label: t('auth:register.location'),
            value: [p.location_name, countryName(p.country, i18n.language)]
              .filter(Boolean)
              .join(', '),
          },
          { label: t('auth:register.physicalAddress'), value: p.physical_address || '–' },
          { label: t('auth:register.poBox'), value: p.po_box || '–' },
          { label: t('auth:register.phone'), value: p.phone || '–' },
          { label: t('auth:register.website'), value: p.website || '–' },
          { label: t('auth:register.contactName'), value: p.contact_name || '–' },
          { label: t('detail.updated'), value: formatDateTime(p.updated_at ?? p.created_at) },
        ]}
      />
    </div>
  )
}
