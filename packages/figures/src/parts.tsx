import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { LinkButton } from '@zabuni/ui/link-button'

/** The way from a live job to the desk where it is worked on. */
export const OpenJob = ({ id, activity }: { id: string; activity: string }) => {
  const { t } = useTranslation('live')
  const { desk, hrefOf } = useHere()
  return desk === 'buyer' || mayI('MANAGE_JOB') ? (
    <LinkButton to={hrefOf(activity, 'details', { jobId: id })}>{t('jobs.details')}</LinkButton>
  ) : null
}
