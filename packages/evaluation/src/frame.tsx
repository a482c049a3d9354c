import { useQuery } from '@tanstack/react-query'
import { drawnOf } from '@zabuni/activities/drawn'
import { mayHere } from '@zabuni/activities/may'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord, OfRecord } from '@zabuni/activities/ui/record'
import { faultCode, faultParams } from '@zabuni/api/error'
import { useTranslation } from '@zabuni/i18n'
import { EmptyState } from '@zabuni/ui/empty'
import type { Read } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import { LockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { onlyRoom } from './next-step.ts'
import { type Checks, checks, type Desk, desk } from './queries.ts'

const TABS = [
  'opening',
  'qaInstructions',
  'qcParticipants',
  'evaluationInstructions',
  'ddDetails',
  'ranking',
] as const
type Tab = (typeof TABS)[number]
const CHECKS: readonly Tab[] = ['qaInstructions', 'qcParticipants']

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
  const { of } = useHere()
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
  // A record of another activity has no such step: it is led to its own address, or to none.
  const own = String(faultParams(query.error, 'sourcing.no_such_step')?.activity ?? of)
  if (own !== of) return <OfRecord record={{ activity: own }}>{() => null}</OfRecord>
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

// Where nobody has a place, what comes out are results.
const wordOf = (name: Tab, policy: Desk['policy']) =>
  name === 'ranking' && !drawnOf(policy).ranked ? 'results' : name

/** What follows the closing of a category, side by side. */
export const WorkTabs = ({
  tab,
  d,
}: {
  /** Where one stands; beside them all where it is left out. */
  tab?: Tab
  d: Pick<Work, 'activity' | 'category_id' | 'policy'>
}) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const { category_id: categoryId, policy, activity } = d
  const checked =
    policy.steps.includes('criteria') && policy.steps.includes('qa') && mayHere(activity, 'judge')
  return (
    <Tabs
      label={t('tabs.label')}
      items={TABS.map((name) => ({
        to:
          (CHECKS.includes(name) && !checked) || (name === 'opening' && onlyRoom(policy))
            ? null
            : href(name, { categoryId }),
        label: t(`tabs.${wordOf(name, policy)}`),
        active: name === tab,
        end: true,
      }))}
    />
  )
}

/** What follows the closing of a category, part by part, under its title. */
const WorkFrame = ({
  d,
  tab,
  actions,
  children,
}: {
  d: Work
  tab: Exclude<Tab, 'ddDetails'>
  actions?: ReactNode
  children: ReactNode
}) => {
  const { t } = useTranslation('evaluation')
  const { href } = useHere()
  const category = href('categoryDetails', { jobId: d.job_id, categoryId: d.category_id })
  return (
    <Page
      title={t(
        `titles.${wordOf(tab, d.policy) as Exclude<ReturnType<typeof wordOf>, 'ddDetails'>}`,
      )}
      crumbs={[{ label: d.name, to: category }]}
      status={<CategoryBadge status={d.status} activity={d.activity} />}
      subtitle={d.reference}
      actions={actions}
    >
      <WorkTabs tab={tab} d={d} />
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
  tab: Exclude<Tab, 'ddDetails'>
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
  tab: Exclude<Tab, 'ddDetails'>
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
