import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { LinkButton } from '@zabuni/ui/link-button'
import { isActivity } from '../paths.ts'
import { CATEGORY_TONES, JOB_STATUSES, JOB_TONES, statusOf } from '../status.ts'
import { hrefOf } from '../use-activity.tsx'
import { usePlace } from './place.ts'

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

/** The way from a live job to the desk where it is worked on. */
export const OpenJob = ({ id, activity }: { id: string; activity: string }) => {
  const { t } = useTranslation('live')
  const { desk } = usePlace()
  const to = isActivity(activity) ? hrefOf(desk, activity, 'details', { jobId: id }) : null
  return to && (desk === 'buyer' || mayI('MANAGE_JOB')) ? (
    <LinkButton to={to}>{t('jobs.details')}</LinkButton>
  ) : null
}
