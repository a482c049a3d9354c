import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { job } from '../queries.ts'
import { useOf, WorkbookUpload } from '../upload.tsx'

const Screen = ({ found }: { found: Schemas['JobDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const href = useOf(found.activity)
  const ids = { jobId: found.id }
  return (
    <WorkbookUpload
      of={{ book: 'categories', job_id: found.id }}
      may={
        found.status !== 'cancelled' &&
        found.status !== 'archived' &&
        mayHere(found.activity, 'author')
      }
      note={t('workbook.categories.note', { zone: found.timezone })}
      crumbs={[{ label: found.title, to: href('details', ids) }]}
      progress={(taskId) => href('categoriesProgress', { ...ids, taskId })}
    />
  )
}

/** The categories of a job out of a workbook. */
export default function CategoriesUpload() {
  const { t } = useTranslation('sourcing')
  const query = useQuery(job(useHere().ids.jobId))
  return (
    <LoadRecord query={query} title={t('workbook.categories.title')}>
      {(found) => <Screen found={found} />}
    </LoadRecord>
  )
}
