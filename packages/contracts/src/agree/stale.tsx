import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import type { ReactNode } from 'react'
import { day } from '../parts.tsx'
import type { Contract } from '../queries.ts'
import { RichView } from '../rich/view.tsx'

const Side = ({ c, title }: { c: Contract; title: string }) => {
  const { t, i18n } = useTranslation('contracts')
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <Facts
          items={[
            { label: t('columns.number'), value: c.number },
            { label: t('columns.title'), value: c.title },
            { label: t('columns.value'), value: formatMoney(c.value, c.currency, i18n.language) },
            { label: t('columns.starts'), value: day(c.starts_on) },
            { label: t('columns.ends'), value: day(c.ends_on) },
            { label: t('making.counterparty'), value: c.counterparty.name },
          ]}
        />
        {c.reads ? <RichView text={c.reads} lang={c.language} /> : null}
      </div>
    </Card>
  )
}

/** The text that was read beside the one that stands now: nobody decides on words they have not seen. */
export const Stale = ({
  before,
  now,
  action,
}: {
  before: Contract
  now: Contract
  action: ReactNode
}) => {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-4">
      <Banner tone="warn">
        <span className="flex flex-wrap items-center justify-between gap-2">
          {t('approval.stale')}
          {action}
        </span>
      </Banner>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <Side c={before} title={t('approval.before')} />
        <Side c={now} title={t('approval.now')} />
      </div>
    </div>
  )
}
