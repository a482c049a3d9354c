import { useHere } from '@zabuni/activities/ui/here'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { taskPath } from '@zabuni/tasks/routes'
import { ActButton } from '@zabuni/ui/act'
import { DownloadIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { fillWorkbook } from '../workbooks/queries.ts'

/** Writes the workbook of a category's items, and leads to where that is followed. */
export const FillButton = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const { href } = useHere()
  const navigate = useNavigate()
  const ids = { jobId: found.job_id, categoryId: found.id }
  return (
    <ActButton
      icon={<DownloadIcon aria-hidden="true" size={15} />}
      act={async () => {
        const { task_id: taskId } = await data(
          fillWorkbook(
            { book: 'items', job_id: found.job_id, category_id: found.id },
            languageOf(i18n.language),
          ),
        )
        await navigate(href('downloadProgress', { ...ids, taskId }) ?? taskPath(taskId))
      }}
    >
      {t('workbook.download')}
    </ActButton>
  )
}
