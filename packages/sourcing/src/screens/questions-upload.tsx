import { useQuery } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { category, job } from '../queries.ts'
import { useOf, WorkbookUpload } from '../upload.tsx'

const OfCategory = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const href = useOf(found.activity)
  const ids = { jobId: found.job_id, categoryId: found.id }
  const details = href('categoryDetails', ids)
  return (
    <WorkbookUpload
      of={{ book: 'questions', job_id: found.job_id, category_id: found.id }}
      may={
        editable(found) && found.policy.steps.includes('criteria') && mayHere(found.activity, 'ask')
      }
      note={t('workbook.questions.note')}
      crumbs={[
        { label: found.name, to: details },
        { label: t('tabs.criteria'), to: to(details, { query: { tab: 'criteria' } }) },
      ]}
      progress={(taskId) => href('categoryQuestionsProgress', { ...ids, taskId })}
    />
  )
}

const OfJob = ({ found }: { found: Schemas['JobDetails'] }) => {
  const { t } = useTranslation('sourcing')
  const href = useOf(found.activity)
  const ids = { jobId: found.id }
  return (
    <WorkbookUpload
      of={{ book: 'questions', job_id: found.id }}
      may={found.categories.some(editable) && mayHere(found.activity, 'ask')}
      note={t('workbook.questions.note')}
      crumbs={[{ label: found.title, to: href('details', ids) }]}
      progress={(taskId) => href('questionsProgress', { ...ids, taskId })}
    />
  )
}

/** The questions of a category, or of all categories of a job, out of a workbook. */
export default function QuestionsUpload() {
  const { t } = useTranslation('sourcing')
  const { jobId, categoryId } = useHere().ids
  const one = useQuery(category(categoryId))
  const all = useQuery({ ...job(jobId), enabled: !categoryId })
  return categoryId ? (
    <LoadRecord query={one} title={t('workbook.questions.title')}>
      {(found) => <OfCategory found={found} />}
    </LoadRecord>
  ) : (
    <LoadRecord query={all} title={t('workbook.questions.title')}>
      {(found) => <OfJob found={found} />}
    </LoadRecord>
  )
}
