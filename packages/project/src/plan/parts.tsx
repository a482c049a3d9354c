import { useHere } from '@zabuni/activities/ui/here'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { can } from '@zabuni/routing/guard'
import { Badge, type Tone } from '@zabuni/ui/badge'
import { Card, Facts } from '@zabuni/ui/card'
import type { GanttBar, GanttWords } from '@zabuni/ui/gantt'
import { Tabs } from '@zabuni/ui/tabs'
import { TextLink } from '@zabuni/ui/text-link'
import { History } from '../deciding.tsx'
import type { Plan, PlanStatus, PlanTask, Source } from './queries.ts'

const TONES: Readonly<Record<PlanStatus, Tone>> = {
  draft: 'neutral',
  submitted: 'warn',
  approved: 'ok',
  returned: 'bad',
  revised: 'info',
}

/** Where a plan stands. */
export const PlanBadge = ({ status }: { status: PlanStatus }) => {
  const { t } = useTranslation('plans')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

/** The three charts of a plan, or of none yet. */
export const PlanTabs = ({ id }: { id: string }) => {
  const { t } = useTranslation('plans')
  const { href, slot } = useHere()
  const to = { planId: id }
  const who = session()
  return (
    <Tabs
      label={t('title')}
      items={[
        {
          to: who && can(who, 'MANAGE_JOB') ? href('planDraw', to) : null,
          label: t('draw.tab'),
          active: slot === 'planDraw',
        },
        { to: href('planApproved', to), label: t('approved.tab'), active: slot === 'planApproved' },
        { to: href('planProgress', to), label: t('progress.tab'), active: slot === 'planProgress' },
      ]}
    />
  )
}

/** What a task is called: a day of the job has the name of its category where that may be read. */
export const useTaskName = () => {
  const { t } = useTranslation('plans')
  return (task: {
    name: string
    job_day?: Source | null | undefined
    category_name?: string | undefined
  }): string =>
    task.job_day
      ? [t(`sources.${task.job_day}`), task.category_name].filter(Boolean).join(': ')
      : task.name || t('unnamed')
}

/** The words of the chart. */
export const useGanttWords = (): GanttWords => {
  const { t } = useTranslation('plans')
  return {
    task: t('kinds.task'),
    milestone: t('kinds.milestone'),
    fixed: t('kinds.statutory'),
    planned: t('chart.planned'),
    critical: t('chart.critical'),
    late: t('overdue'),
    today: t('chart.today'),
    wider: t('chart.wider'),
    narrower: t('chart.narrower'),
    keys: t('chart.keys'),
  }
}

/** The bars of a plan as it stands, with what was approved of each beneath. */
export const useBars = () => {
  const nameOf = useTaskName()
  return (tasks: readonly PlanTask[], progress: boolean): GanttBar[] =>
    tasks.map((task) => ({
      key: String(task.number),
      label: nameOf(task),
      kind: task.kind === 'statutory' ? 'fixed' : task.kind,
      start: task.starts_on,
      end: task.ends_on,
      planned:
        task.planned_from && task.planned_to ? [task.planned_from, task.planned_to] : undefined,
      ...(progress ? { progress: task.progress } : {}),
      late: task.overdue,
      critical: task.slack === 0,
      after: task.after.map((link) => String(link.task)),
    }))
}

/** The days of a task: where there is little room, one below the other. */
export const Span = ({ from, to }: { from: string; to: string }) => (
  <span className="tabular">
    {from === to ? null : <span className="whitespace-nowrap">{dayText(from)} –</span>}{' '}
    <span className="whitespace-nowrap">{dayText(to)}</span>
  </span>
)

/** What a plan is of, in whose days it is counted, and how far it is. */
export const PlanFacts = ({ plan }: { plan: Plan }) => {
  const { t } = useTranslation('plans')
  const { desk, hrefOf } = useHere()
  return (
    <Card title={t('facts')}>
      <Facts
        items={[
          ...(desk === 'operator' ? [{ label: t('columns.buyer'), value: plan.buyer }] : []),
          ...(plan.job_id && plan.activity
            ? [
                {
                  label: t('columns.job'),
                  value: (
                    <TextLink
                      to={hrefOf(plan.activity, 'details', { jobId: plan.job_id })}
                      link="underline"
                    >
                      {plan.job}
                    </TextLink>
                  ),
                },
              ]
            : []),
          { label: t('columns.drawnBy'), value: plan.drawn_by },
          { label: t('columns.revision'), value: plan.revision || t('never') },
          { label: t('columns.zone'), value: plan.timezone },
          ...(plan.revision ? [{ label: t('columns.done'), value: `${plan.done} %` }] : []),
        ]}
      />
    </Card>
  )
}

/** What was done with a plan, the last first. */
export const PlanHistory = ({ plan }: { plan: Plan }) => {
  const { t } = useTranslation('plans')
  return (
    <History
      title={t('history')}
      changes={plan.changes.map((c) => ({ ...c, act: t(`acts.${c.act}`), by: c.by || t('byJob') }))}
    />
  )
}
