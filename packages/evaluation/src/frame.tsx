import { useQuery } from '@tanstack/react-query'
import { drawnOf } from '@zabuni/activities/drawn'
import { mayHere } from '@zabuni/activities/may'
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
import { type Checks, checks, type Desk, desk } from './queries.ts'

const TABS = [
  'opening',
  'qaInstructions',
  'qcParticipants',
  'evaluationInstructions',
  'ranking',
] as const
type Tab = (typeof TABS)[number]
const CHECKS: readonly Tab[] = ['qaInstructions', 'qcParticipants']

/** What is read of a category between closing and award; the operator is told where its buyer does that work itself. */
export const LoadWork = <T extends { activity: string }>({
  query,
  title,
  children,
}: {
  query: Read<T>
  title: string
  children: (found: T) => ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  if (query.isError && faultCode(query.error) === 'party.service_off')
    return (
      <Page title={title}>
        <EmptyState
          icon={<LockIcon size={18} />}
          title={t('serviceOff.title')}
          body={t('serviceOff.body')}
        />
      </Page>
    )
  return (
    <LoadRecord query={query} title={title}>
      {children}
    </LoadRecord>
  )
}

type Work = Pick<
  Desk,
  'activity' | 'category_id' | 'job_id' | 'name' | 'policy' | 'reference' | 'status'
>

/** What follows the closing of a category, part by part, under its title. */
const WorkFrame = ({
  d,
  tab,
  actions,
  children,
}: {
  d: Work
  tab: Tab
  actions?: ReactNode
  children: ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId, policy, activity } = d
  const category = href('categoryDetails', { jobId: d.job_id, categoryId })
  const checked =
    policy.steps.includes('criteria') && policy.steps.includes('qa') && mayHere(activity, 'judge')
  // Where nobody has a place, what comes out are results.
  const word = (name: Tab) => (name === 'ranking' && !drawnOf(policy).ranked ? 'results' : name)
  const tabs = TABS.map((name) => ({
    to: CHECKS.includes(name) && !checked ? null : href(name, { categoryId }),
    name,
  }))
  return (
    <Page
      title={t(`titles.${word(tab)}`)}
      crumbs={[{ label: d.name, to: category }]}
      status={<CategoryBadge status={d.status} activity={activity} />}
      subtitle={d.reference}
      actions={actions}
    >
      <Tabs
        label={t('tabs.label')}
        items={tabs.map(({ to, name }) => ({
          to,
          label: t(`tabs.${word(name)}`),
          active: name === tab,
          end: true,
        }))}
      />
      {children}
    </Page>
  )
}

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
  const { categoryId } = useHere().ids
  return (
    <LoadWork query={useQuery(desk(categoryId))} title={t('tabs.label')}>
      {(d) => (
        <WorkFrame d={d} tab={tab} actions={actions?.(d)}>
          {children(d)}
        </WorkFrame>
      )}
    </LoadWork>
  )
}

/** The same for the parts in which bids are checked. */
export const ChecksFrame = ({
  tab,
  actions,
  children,
}: {
  tab: Tab
  actions?: (checks: Checks) => ReactNode
  children: (checks: Checks) => ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { categoryId } = useHere().ids
  return (
    <LoadWork query={useQuery(checks(categoryId))} title={t(`titles.${tab}`)}>
      {(d) => (
        <WorkFrame d={d} tab={tab} actions={actions?.(d)}>
          {children(d)}
        </WorkFrame>
      )}
    </LoadWork>
  )
}
