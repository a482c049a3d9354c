import { useWords } from '@zabuni/activities/ui/words'
import { useTranslation } from '@zabuni/i18n'
import { formatMoney } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { EmptyState } from '@zabuni/ui/empty'
import { History } from '../deciding.tsx'
import type { Plan, Split, Status } from './queries.ts'

const TONES: Readonly<Record<Status, Tone>> = {
  draft: 'neutral',
  submitted: 'warn',
  approved: 'ok',
  returned: 'bad',
  revised: 'info',
}

/** Where a plan stands. */
export const PlanBadge = ({ status }: { status: Status }) => {
  const { t } = useTranslation('procurement')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

/** Stands where a plan, or an item of it, would be written that nobody may write now. */
export const Shut = () => {
  const { t } = useTranslation('procurement')
  return <EmptyState title={t('upload.shut')} body={t('upload.shutBody')} />
}

/** Purchases that may have been split to stay below a ceiling, each with what it is made of. */
export const Splits = ({ found, title }: { found: readonly Split[]; title: string }) => {
  const { t, i18n } = useTranslation('procurement')
  const words = useWords()
  if (!found.length) return null
  return (
    <Banner tone="warn">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 grid gap-1">
        {found.map((s) => (
          <li key={s.parts.map((p) => p.id).join()} className="break-words">
            {t('split', {
              method: words(s.activity, 'name'),
              class: s.class,
              sum: formatMoney(s.sum, s.currency, i18n.language),
              ceiling: formatMoney(s.ceiling, s.currency, i18n.language),
              parts: s.parts.map((p) => p.reference).join(', '),
            })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** What was done with a plan, the last first. */
export const PlanHistory = ({ plan }: { plan: Plan }) => {
  const { t } = useTranslation('procurement')
  return (
    <History
      title={t('history')}
      changes={plan.changes.map((c) => ({
        ...c,
        act: t(`acts.${c.act}`),
        by: c.by_name,
        at: c.changed_at,
      }))}
    />
  )
}
