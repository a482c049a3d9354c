import { useHere } from '@zabuni/activities/ui/here'
import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { taskPath } from '@zabuni/tasks/routes'
import { UploadScreen } from '@zabuni/tasks/upload'
import { EmptyState } from '@zabuni/ui/empty'
import { Page } from '@zabuni/ui/page'
import { checkWorkbook, takeWorkbook, type WorkbookOf, workbook } from './workbooks/queries.ts'

type Props = {
  of: WorkbookOf
  /** Whether this person may, and may now. */
  may: boolean
  note: string
  crumbs: readonly { label: string; to: string | null }[]
  /** Where the task is followed; null where the activity has no screen of its own for it. */
  progress: (taskId: string) => string | null
}

/** What authors write in a workbook: down as it is, up with what it would do. */
export const WorkbookUpload = ({ of, may, note, crumbs, progress }: Props) => {
  const { t } = useTranslation('sourcing')
  const title = t(`workbook.${of.book}.title`)
  if (!may)
    return (
      <Page title={title} crumbs={[...crumbs]}>
        <EmptyState title={t('workbook.done')} body={t('workbook.doneBody')} />
      </Page>
    )
  return (
    <UploadScreen
      kind={{
        title,
        note,
        crumbs,
        templateName: `${of.book === 'items' ? 'rfq-items' : of.book}.xlsx`,
        template: (language) => workbook(of, languageOf(language)),
        check: (file) => data(checkWorkbook(of, file)),
        start: async ({ upload_id, stamp = '' }, language) => {
          const { task_id } = await data(
            takeWorkbook(of, upload_id, { language: languageOf(language), stamp }),
          )
          return progress(task_id) ?? taskPath(task_id)
        },
      }}
    />
  )
}

/** Leads to the screens of an activity from one that all activities share. */
export const useOf = (activity: string) => {
  const { hrefOf } = useHere()
  return ((slot, ...args) => hrefOf(activity, slot, ...args)) as ReturnType<typeof useHere>['href']
}
