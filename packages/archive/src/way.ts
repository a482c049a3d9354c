import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import type { Crumb } from '@zabuni/ui/page'
import type { Head } from './queries.ts'

/** The way back from what stands in an archived job, on either desk. */
export const useWay = () => {
  const { t } = useTranslation('archive')
  const { desk, href } = useHere()
  const toJobs = (j: Head): Crumb[] =>
    desk === 'operator'
      ? [
          { label: t('buyers.title'), to: href('archiveBuyers') },
          { label: t('of', { name: j.buyer }), to: href('archiveJobs', { buyerId: j.buyer_id }) },
        ]
      : [{ label: t('title'), to: href('archiveJobs') }]
  const toJob = (j: Head): Crumb[] => [
    ...toJobs(j),
    { label: j.title, to: href('archiveJob', { jobId: j.id, activity: j.activity }) },
  ]
  return { toJobs, toJob }
}
