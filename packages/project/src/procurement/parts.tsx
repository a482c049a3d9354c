import { useWords } from '@zabuni/activities/ui/words'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
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
export const History = ({ plan }: { plan: Plan }) => {
  const { t } = useTranslation('procurement')
  return (
    <Card title={t('history')} flush>
      <ol>
        {plan.changes.map((c) => (
          <li
            key={c.version}
            className="grid gap-1 border-b border-line px-4 py-3 text-sm last:border-0"
          >
            <p className="font-medium">{t(`acts.${c.act}`)}</p>
            {c.note ? <p className="break-words whitespace-pre-line text-ink-2">{c.note}</p> : null}
            <p className="text-xs text-ink-3">
              {c.by_name} · {formatMoment(c.changed_at, ownZone())}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
