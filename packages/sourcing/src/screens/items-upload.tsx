import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { category } from '../queries.ts'
import { useOf, WorkbookUpload } from '../upload.tsx'

const Screen = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const href = useOf(found.activity)
  const ids = { jobId: found.job_id, categoryId: found.id }
  return (
    <WorkbookUpload
      of={{ book: 'items', job_id: found.job_id, category_id: found.id }}
      may={
        editable(found) && found.policy.steps.includes('items') && mayHere(found.activity, 'author')
      }
      note={t('workbook.items.note')}
      crumbs={[
        { label: found.name, to: href('categoryDetails', ids) },
        { label: t('tabs.items'), to: href('items', ids) },
      ]}
      progress={(taskId) => href('itemsProgress', { ...ids, taskId })}
    />
  )
}

/** The items of a category out of a workbook. */
export default function ItemsUpload() {
  const { t } = useTranslation('sourcing')
  const query = useQuery(category(useHere().ids.categoryId))
  return (
    <LoadRecord query={query} title={t('workbook.items.title')}>
      {(found) => <Screen found={found} />}
    </LoadRecord>
  )
}
