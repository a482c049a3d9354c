import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { CATEGORY_TONES, JOB_STATUSES, JOB_TONES, statusOf } from './status.ts'

/** Where a job stands, in a word. */
export const JobBadge = ({ status }: { status: string }) => {
  const { t } = useTranslation('activities')
  const known = JOB_STATUSES.find((s) => s === status) ?? 'draft'
  return <Badge tone={JOB_TONES[known]}>{t(`jobStatus.${known}`)}</Badge>
}

/** Where a category stands, in a word. */
export const CategoryBadge = ({ status }: { status: string }) => {
  const { t } = useTranslation('activities')
  const known = statusOf({ status })
  return <Badge tone={CATEGORY_TONES[known]}>{t(`categoryStatus.${known}`)}</Badge>
}
