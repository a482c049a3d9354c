import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import type { VisitSheet, VisitStatus } from '../queries.ts'

const TONES = {
  none: 'neutral',
  planned: 'neutral',
  scheduled: 'info',
  conducted: 'info',
  findings: 'warn',
  cleared: 'ok',
  flagged: 'warn',
  failed: 'bad',
} as const

/** Where a visit stands, in a word. */
export const VisitBadge = ({ status = 'none' }: { status?: VisitStatus | 'none' | undefined }) => {
  const { t } = useTranslation('evaluation')
  return <Badge tone={TONES[status]}>{t(`visits.statuses.${status}`)}</Badge>
}

const stepOf = ({ may, open, status = 'planned' }: VisitSheet) => {
  if (!may) return 'over'
  if (open) return null
  if (status === 'planned') return status
  return status === 'findings' ? 'decide' : 'decided'
}

/** What there is to do about a visit that nobody conducts now. */
export const VisitStep = ({ visit }: { visit: VisitSheet }) => {
  const { t } = useTranslation('evaluation')
  const step = stepOf(visit)
  return step ? <Banner tone="info">{t(`visits.steps.${step}`)}</Banner> : null
}

/** Until when what was decided counts. */
export const useUntil = () => {
  const { t } = useTranslation('evaluation')
  return (day: string | undefined, counts: boolean) =>
    day ? t(counts ? 'visits.until' : 'visits.expired', { day: formatDate(day) }) : ''
}
