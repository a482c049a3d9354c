import { useQuery } from '@tanstack/react-query'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'
import { type Desk, desk } from './queries.ts'

const TABS = ['opening', 'evaluationInstructions', 'ranking'] as const
type Tab = (typeof TABS)[number]

/** The frame that opening, evaluation and ranking of a category share. */
export const EvaluationFrame = ({
  tab,
  actions,
  children,
}: {
  tab: Tab
  actions?: (desk: Desk) => ReactNode
  children: (desk: Desk) => ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { href, ids } = useHere()
  const { categoryId } = ids
  const query = useQuery(desk(categoryId))
  return (
    <LoadRecord query={query} title={t('tabs.label')}>
      {(d) => {
        const category = href('categoryDetails', { jobId: d.job_id, categoryId })
        const tabs = TABS.map((name) => ({
          to: href(name, { categoryId }),
          label: t(`tabs.${name}`),
          active: name === tab,
          end: true,
        }))
        return (
          <Page
            title={t(`titles.${tab}`)}
            crumbs={[{ label: d.name, to: category }]}
            status={<CategoryBadge status={d.status} />}
            subtitle={d.reference}
            actions={actions?.(d)}
          >
            <Tabs label={t('tabs.label')} items={tabs} />
            {children(d)}
          </Page>
        )
      }}
    </LoadRecord>
  )
}
