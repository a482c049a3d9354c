import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { taskPath } from '@zabuni/tasks/routes'
import { UploadScreen } from '@zabuni/tasks/upload'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Shut } from '../procurement/parts.tsx'
import { checkWorkbook, type Plan, plan, takeWorkbook, workbook } from '../procurement/queries.ts'

const Screen = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('procurement')
  const { href } = useHere()
  const title = t('upload.title')
  const crumbs = [
    { label: t('title'), to: href('procurementPlans') },
    { label: p.title, to: href('procurementPlan', { planId: p.id }) },
  ]
  if (!p.may_write)
    return (
      <Page title={title} crumbs={crumbs}>
        <Shut />
      </Page>
    )
  return (
    <UploadScreen
      kind={{
        title,
        note: t('upload.note'),
        crumbs,
        templateName: 'procurement-plan.xlsx',
        template: (language) => workbook(p.id, languageOf(language)),
        check: (file) => checkWorkbook(p.id, file),
        start: async ({ upload_id, stamp = '' }, language) =>
          taskPath(
            (await takeWorkbook(p.id, upload_id, { language: languageOf(language), stamp }))
              .task_id,
          ),
      }}
    />
  )
}

/** The items of a plan out of a workbook. */
export default function ProcurementUpload() {
  const { t } = useTranslation('procurement')
  const { planId } = useHere().ids
  return (
    <Load query={useQuery(plan(planId))} title={t('upload.title')}>
      {(p) => <Screen p={p} />}
    </Load>
  )
}
