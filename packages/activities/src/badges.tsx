import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { type Activity, RESULT_OF } from './activity.ts'
import { CATEGORY_TONES, type CategoryStatus, JOB_TONES, type JobStatus } from './status.ts'

/** Where a job stands, in a word. */
export const JobBadge = ({ status }: { status: JobStatus }) => {
  const { t } = useTranslation('activities')
  return <Badge tone={JOB_TONES[status]}>{t(`jobStatus.${status}`)}</Badge>
}

/** Where a category stands, in a word: its activity's own where a decision makes something; nothing where it is of several. */
export const CategoryBadge = ({
  status,
  activity,
}: {
  status: CategoryStatus
  activity: Activity | null
}) => {
  const { t } = useTranslation('activities')
  const decision = status === 'recommended' || status === 'awarded'
  return (
    <Badge tone={CATEGORY_TONES[status]}>
      {activity && decision
        ? t(`results.${RESULT_OF[activity]}.${status}`)
        : t(`categoryStatus.${status}`)}
    </Badge>
  )
}
