import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { Gantt } from '@zabuni/ui/gantt'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { type Step, Steps } from '../deciding.tsx'
import { PlanList } from '../plan/list.tsx'
import {
  PlanBadge,
  PlanFacts,
  PlanHistory,
  PlanTabs,
  useBars,
  useGanttWords,
  useTaskName,
} from '../plan/parts.tsx'
import { approvePlan, type Plan, plan, returnPlan } from '../plan/queries.ts'
import { BaseTable, TaskTable } from '../plan/table.tsx'

/** The buyer's word on a plan that was sent. */
const Decision = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('plans')
  const back: Step = {
    key: 'return',
    action: t('return.action'),
    title: t('return.title'),
    body: t('return.body'),
    hint: t('return.hint'),
    done: t('return.done'),
    send: (reason) => returnPlan(p.id, { reason, version: p.version }),
  }
  const good: Step = {
    key: 'approve',
    action: t('approve.action'),
    title: t('approve.title'),
    body: t('approve.body'),
    done: t('approve.done'),
    primary: true,
    send: () => approvePlan(p.id, p.version),
  }
  return <Steps steps={p.may_approve ? [back, good] : [back]} changes={keys.plans} />
}

const Screen = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('plans')
  const { href } = useHere()
  const words = useGanttWords()
  const bars = useBars()
  const nameOf = useTaskName()
  const waits = p.status === 'submitted'
  // What waits is shown as it was sent, beside what stands; else what stands alone.
  const shown = waits
    ? bars(p.tasks, false)
    : p.approved.map((task) => ({
        key: String(task.number),
        label: nameOf(task),
        kind: task.kind === 'statutory' ? ('fixed' as const) : task.kind,
        start: task.starts_on,
        end: task.ends_on,
      }))
  return (
    <Page
      title={p.title}
      crumbs={[{ label: t('approved.title'), to: href('planApproved', {}) }]}
      status={<PlanBadge status={p.status} />}
      subtitle={t('number', { number: p.number })}
      actions={p.may_return ? <Decision p={p} /> : null}
    >
      <PlanTabs id={p.id} />
      <div className="grid grid-cols-1 gap-4">
        {waits ? (
          <Banner tone="info">
            {p.may_return && !p.may_approve ? t('approve.another') : t('approved.waits')}
          </Banner>
        ) : null}
        {p.status === 'returned' ? (
          <Banner tone="warn">{t('return.reason', { reason: p.reason })}</Banner>
        ) : null}
        {shown.length ? (
          <Card title={waits ? t('approved.sent') : t('approved.chart')}>
            <Gantt title={p.title} bars={shown} today={p.today} week={p.week} words={words} />
          </Card>
        ) : (
          <Banner tone="info">{t('approved.none')}</Banner>
        )}
        {waits ? <TaskTable plan={p} /> : shown.length ? <BaseTable plan={p} /> : null}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <PlanFacts plan={p} />
          <PlanHistory plan={p} />
        </div>
      </div>
    </Page>
  )
}

const One = ({ id }: { id: string }) => {
  const { t } = useTranslation('plans')
  return (
    <Load query={useQuery(plan(id))} title={t('approved.title')}>
      {(p) => <Screen p={p} />}
    </Load>
  )
}

/** What the buyer has approved, and what waits for that. */
export default function PlanApproved() {
  const { ids } = useHere()
  return ids.planId ? <One id={ids.planId} /> : <PlanList chart="approved" />
}
