import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'
import { CATEGORY_TONES } from '../status.ts'
import { useActivity, useIds } from '../use-activity.tsx'
import { type Desk, desk } from './queries.ts'

type Tab = 'opening' | 'evaluationInstructions' | 'ranking'
type Status = keyof typeof CATEGORY_TONES

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
  const { t } = useTranslation(['evaluation', 'sourcing'])
  const { href } = useActivity()
  const { categoryId } = useIds()
  const query = useQuery(desk(categoryId))
  return (
    <Load query={query} title={t('tabs.label')}>
      {(d) => {
        const category = href('categoryDetails', { jobId: d.job_id, categoryId })
        const tabs = (['opening', 'evaluationInstructions', 'ranking'] as const).flatMap((name) => {
          const to = href(name, { categoryId })
          return to ? [{ to, label: t(`tabs.${name}`), active: name === tab, end: true }] : []
        })
        const status = d.status as Status
        return (
          <Page
            title={t(`titles.${tab}`)}
            crumbs={category ? [{ label: d.name, to: category }] : []}
            status={
              <Badge tone={CATEGORY_TONES[status]}>{t(`sourcing:categoryStatus.${status}`)}</Badge>
            }
            subtitle={d.reference}
            actions={actions?.(d)}
          >
            <Tabs label={t('tabs.label')} items={tabs} />
            {children(d)}
          </Page>
        )
      }}
    </Load>
  )
}
