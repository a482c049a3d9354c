import { useTranslation } from '@zabuni/i18n'
import { CATEGORY_TONES, JOB_STATUSES, JOB_TONES, statusOf } from '@zabuni/sourcing/status'
import { Badge } from '@zabuni/ui/badge'

/** The activities, in the order of the specification. */
export const ACTIVITIES = [
  'prequalification',
  'expression_of_interest',
  'tender',
  'rfq',
  'asset_disposal',
  'supplier_registration',
  'risk_management',
  'reverse_auction',
  'forward_auction',
] as const
/** The kind of a job. */
export type Activity = (typeof ACTIVITIES)[number]
/** An activity of the wire as one that has words. */
export const activityOf = (activity: string): Activity =>
  ACTIVITIES.find((a) => a === activity) ?? 'tender'

/** Where a job stands, in a word. */
export const JobBadge = ({ status }: { status: string }) => {
  const { t } = useTranslation('sourcing')
  const known = JOB_STATUSES.find((s) => s === status) ?? 'draft'
  return <Badge tone={JOB_TONES[known]}>{t(`jobStatus.${known}`)}</Badge>
}

/** Where a category stands, in a word. */
export const CategoryBadge = ({ status }: { status: string }) => {
  const { t } = useTranslation('sourcing')
  const known = statusOf({ status })
  return <Badge tone={CATEGORY_TONES[known]}>{t(`categoryStatus.${known}`)}</Badge>
}

/** The categories of a live job. */
export const categoriesHref = (job: { id: string; activity: string }): string =>
  `/zabuni/livejobs/${job.id}/${job.activity}/categories`

/** Who takes part in a live category. */
export const participantsHref = (category: string): string =>
  `/zabuni/livejobs/categories/${category}/participants`
