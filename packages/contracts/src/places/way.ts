import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import type { Crumb } from '@zabuni/ui/page'
import type { Head } from './queries.ts'

/** The way back from a category of a job that chose somebody. */
export const useWay = () => {
  const { t } = useTranslation('inforce')
  const { href } = useHere()
  return (head: Head | undefined): Crumb[] => [
    { label: t('jobs.title'), to: href('contractJobs') },
    ...(head
      ? [
          {
            label: head.job_title,
            to: href('contractJob', { jobId: head.job_id, activity: head.activity }),
          },
        ]
      : []),
  ]
}
