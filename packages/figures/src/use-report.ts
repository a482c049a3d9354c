import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { useNavigate } from 'react-router'
import { askReport, type ReportName, type ReportWish } from './queries.ts'

/** Has a report of a job written and leads to where its task is followed. */
export const useReport = (jobId: string) => {
  const { i18n } = useTranslation()
  const { href } = useHere()
  const navigate = useNavigate()
  return async (reportName: ReportName, wish: Omit<ReportWish, 'language'>) => {
    const { task_id: taskId } = await askReport(jobId, reportName, {
      ...wish,
      language: languageOf(i18n.language),
    })
    const own =
      reportName === 'suppliers'
        ? href('suppliersProgress', { jobId, taskId })
        : href('reportProgress', { jobId, taskId, reportName })
    await navigate(own ?? `/tasks/${taskId}`)
  }
}
