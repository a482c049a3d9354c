import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { faultCode } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Page } from '@zabuni/ui/page'
import type { ReactNode } from 'react'
import { Declaration } from '../declaration.tsx'
import { LoadWork } from '../frame.tsx'
import {
  declareVisitor,
  type VisitDesk,
  type VisitSheet,
  visitDesk,
  visitSheet,
} from '../queries.ts'

/** Reads the visits of a category; who has not declared does that first. */
export const LoadDesk = ({ children }: { children: (d: VisitDesk) => ReactNode }) => {
  const { t } = useTranslation('evaluation')
  const { ids } = useHere()
  return (
    <LoadWork visits query={useQuery(visitDesk(ids.categoryId))} title={t('tabs.ddDetails')}>
      {children}
    </LoadWork>
  )
}

/** What stands in the way of a person who would visit, or nothing. */
export const Declares = ({ d }: { d: VisitDesk }) => {
  const { t } = useTranslation('evaluation')
  if (!d.my_interest) return <Declaration categoryId={d.category_id} declare={declareVisitor} />
  return d.my_interest === 'none' ? null : <Banner tone="warn">{t('declaration.out')}</Banner>
}

/** The first screen of the visits, which the others lead back to. */
export const useBack = (d: { category_id: string; job_id: string; name: string }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId, job_id: jobId } = d
  return [
    { label: d.name, to: href('categoryDetails', { jobId, categoryId }) },
    { label: t('tabs.ddDetails'), to: href('ddDetails', { categoryId }) },
  ]
}

const Declaring = () => {
  const { t } = useTranslation('evaluation')
  return (
    <LoadDesk>
      {(d) => (
        <Page
          title={t('tabs.ddDetails')}
          crumbs={[]}
          subtitle={d.name}
          status={<CategoryBadge status={d.status} activity={d.activity} />}
        >
          <Declares d={d} />
        </Page>
      )}
    </LoadDesk>
  )
}

const UNDECLARED = ['assurance.not_declared', 'assurance.recused']

/** Reads one bidder's visit. */
export const LoadSheet = ({ children }: { children: (v: VisitSheet) => ReactNode }) => {
  const { t } = useTranslation('evaluation')
  const { ids } = useHere()
  const query = useQuery(visitSheet(ids.categoryId, ids.participantId))
  if (UNDECLARED.includes(faultCode(query.error) ?? '')) return <Declaring />
  return (
    <LoadWork visits query={query} title={t('tabs.ddDetails')}>
      {children}
    </LoadWork>
  )
}
