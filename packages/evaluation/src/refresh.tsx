import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { ActButton } from '@zabuni/ui/act'
import { RefreshCwIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type Desk, refreshScores } from './queries.ts'

/** Has the results computed again, where a decision does not stand on them yet. */
export const RefreshButton = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { href, at } = useHere()
  const navigate = useNavigate()
  if (d.status !== 'evaluated' || !mayHere(d.activity, 'judge')) return null
  const go = async () => {
    const { task_id: taskId } = await refreshScores(d.category_id)
    const to =
      href('scoresProgress', { jobId: d.job_id, categoryId: d.category_id, taskId }) ??
      at(`/tasks/${taskId}`)
    if (to) void navigate(to)
  }
  return (
    <ActButton act={go} icon={<RefreshCwIcon aria-hidden="true" size={15} />}>
      {t('ranking.refresh')}
    </ActButton>
  )
}
