import { useQuery } from '@tanstack/react-query'
import { useActivity } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { useTranslation } from '@zabuni/i18n'
import type { ReactNode } from 'react'
import { category } from './queries.ts'

type Shows = { children: (jobId: string) => ReactNode }

const OfCategory = ({ categoryId, children }: Shows & { categoryId: string }) => {
  const { t } = useTranslation('figures')
  return (
    <LoadRecord query={useQuery(category(categoryId))} title={t('reports.title')}>
      {({ job_id: jobId }) => children(jobId)}
    </LoadRecord>
  )
}

/** Shows something of the job that the address names, or of the one that has the category which it names. */
export const OfJob = ({ children }: Shows) => {
  const { ids } = useActivity()
  return ids.categoryId ? (
    <OfCategory categoryId={ids.categoryId}>{children}</OfCategory>
  ) : (
    children(ids.jobId)
  )
}
