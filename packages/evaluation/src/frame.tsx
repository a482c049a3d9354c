import { useQuery } from '@tanstack/react-query'
import { drawnOf } from '@zabuni/activities/drawn'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { faultCode } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { EmptyState } from '@zabuni/ui/empty'
import type { Read } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { LockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Desk, desk } from './queries.ts'

const TABS = ['opening', 'evaluationInstructions', 'ddDetails', 'ranking'] as const
type Tab = (typeof TABS)[number]

/** What is read of a category between closing and award; the operator is told where its buyer does that work itself. */
export const LoadWork = <T extends { activity: string }>({
  query,
  title,
  visits,
  children,
}: {
  query: Read<T>
  title: string
  /** What was not bought is another service. */
  visits?: boolean
  children: (found: T) => ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  if (query.isError && faultCode(query.error) === 'party.service_off')
    return (
      <Page title={title}>
        <EmptyState
          icon={<LockIcon size={18} />}
          title={t('serviceOff.title')}
          body={t(visits ? 'visits.serviceOff' : 'serviceOff.body')}
        />
      </Page>
    )
  return (
    <LoadRecord query={query} title={title}>
      {children}
    </LoadRecord>
  )
}

type Told = { category_id: string; policy: Desk['policy'] }

// Where nobody has a place, what comes out are results.
const wordOf = (name: Tab, d: Told) =>
  name === 'ranking' && !drawnOf(d.policy).ranked ? 'results' : name

/** What follows the closing of a category, side by side. */
export const WorkTabs = ({ tab, d }: { tab: Tab; d: Told }) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  return (
    <Tabs
      label={t('tabs.label')}
      items={TABS.map((name) => ({
        to: href(name, { categoryId: d.category_id }),
        label: t(`tabs.${wordOf(name, d)}`),
        active: name === tab,
        end: true,
      }))}
    />
  )
}

/** The frame that opening, evaluation and ranking of a category share. */
export const EvaluationFrame = ({
  tab,
  actions,
  children,
}: {
  tab: Exclude<Tab, 'ddDetails'>
  actions?: (desk: Desk) => ReactNode
  children: (desk: Desk) => ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { href, ids } = useHere()
  const { categoryId } = ids
  const query = useQuery(desk(categoryId))
  return (
    <LoadWork query={query} title={t('tabs.label')}>
      {(d) => {
        const category = href('categoryDetails', { jobId: d.job_id, categoryId })
        return (
          <Page
            title={t(`titles.${tab === 'ranking' && !drawnOf(d.policy).ranked ? 'results' : tab}`)}
            crumbs={[{ label: d.name, to: category }]}
            status={<CategoryBadge status={d.status} activity={d.activity} />}
            subtitle={d.reference}
            actions={actions?.(d)}
          >
            <WorkTabs tab={tab} d={d} />
            {children(d)}
          </Page>
        )
      }}
    </LoadWork>
  )
}
