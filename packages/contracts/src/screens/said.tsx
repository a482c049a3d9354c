import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Card, Facts } from '@zabuni/ui/card'
import { Agreed, ContractVersions, Parties } from '../making/agreed.tsx'
import { Pack } from '../making/pack.tsx'
import { packed } from '../making/queries.ts'
import type { Contract } from '../queries.ts'
import { Terms } from './terms.tsx'

const Origin = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  if (!c.category_name) return null
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Facts
        items={[
          { label: t('view.job'), value: c.job_title },
          { label: t('view.category'), value: `${c.category_name} (${c.category_reference})` },
          ...(c.awarded_at
            ? [{ label: t('view.awarded'), value: formatMoment(c.awarded_at, c.timezone) }]
            : []),
        ]}
      />
    </div>
  )
}

/** What a contract says, who agrees on it and where it came from. */
export const Says = ({ of: c }: { of: Contract }) => {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
      <div className="grid min-w-0 gap-4">
        <Agreed of={c} />
        <Pack papers={c.pack} fetch={(position) => packed(c.id, position)} />
      </div>
      <div className="grid gap-4">
        <Terms c={c} />
        <Card title={t('view.parties')}>
          <Parties of={c} />
          <Origin c={c} />
        </Card>
        <ContractVersions of={c} />
      </div>
    </div>
  )
}
