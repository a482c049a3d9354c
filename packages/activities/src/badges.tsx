import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { CATEGORY_TONES, type CategoryStatus, JOB_TONES, type JobStatus } from './status.ts'

/** Where a job stands, in a word. */
export const JobBadge = ({ status }: { status: JobStatus }) => {
  const { t } = useTranslation('activities')
  return <Badge tone={JOB_TONES[status]}>{t(`jobStatus.${status}`)}</Badge>
}

/** Where a category stands, in a word. */
export const CategoryBadge = ({ status }: { status: CategoryStatus }) => {
  const { t } = useTranslation('activities')
  return <Badge tone={CATEGORY_TONES[status]}>{t(`categoryStatus.${status}`)}</Badge>
}
