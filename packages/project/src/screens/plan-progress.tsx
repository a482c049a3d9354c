import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Stats } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound, FormFrame } from '@zabuni/ui/form'
import { Gantt } from '@zabuni/ui/gantt'
import { Load } from '@zabuni/ui/load'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { useNavigate } from 'react-router'
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
import { type Plan, type PlanTask, plan, reportProgress, revisePlan } from '../plan/queries.ts'
import { TaskTable } from '../plan/table.tsx'

const ReportForm = ({ p, task, onDone }: { p: Plan; task: PlanTask; onDone: () => void }) => {
  const { t } = useTranslation(['plans', 'errors'])
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: { progress: String(task.progress) },
    submit: async ({ progress }) => {
      if (!/^\d{1,6}$/.test(progress))
        throw new Refused(['progress'], ({ t }) => t('report.whole', { ns: 'plans' }))
      await reportProgress(p.id, {
        task: task.number,
        progress: Number(progress),
        version: p.version,
      })
      await cache.invalidateQueries({ queryKey: keys.plans })
      toast('ok', t('report.done'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} back={onDone} action={t('report.action')}>
      <Bound form={form} name="progress">
        {(control) => (
          <NumberField
            required
            label={t('columns.progress')}
            hint={t('report.hint')}
            digits={0}
            after="%"
            {...control}
          />
        )}
      </Bound>
    </FormFrame>
  )
}

/** Begins to draw what was approved anew. */
const Revise = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('plans')
  const { href } = useHere()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('revise.action')}</Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('revise.title')}
        description={t('revise.body')}
        action={t('revise.action')}
        reasonHint={t('revise.hint')}
        send={async (reason) => {
          await revisePlan(p.id, { reason, version: p.version })
          await cache.invalidateQueries({ queryKey: keys.plans })
          const to = href('planDraw', { planId: p.id })
          if (to) void navigate(to)
        }}
      />
    </>
  )
}

const Screen = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('plans')
  const { href } = useHere()
  const words = useGanttWords()
  const bars = useBars()
  const nameOf = useTaskName()
  const [told, setTold] = useState<number>()
  const task = p.tasks.find((x) => x.number === told)
  const moved = p.tasks.filter((x) => x.planned_to && x.ends_on > x.planned_to).length
  return (
    <Page
      title={p.title}
      crumbs={[{ label: t('progress.title'), to: href('planProgress', {}) }]}
      status={<PlanBadge status={p.status} />}
      subtitle={t('number', { number: p.number })}
      actions={p.may_draw && p.status === 'approved' ? <Revise p={p} /> : null}
    >
      <PlanTabs id={p.id} />
      <div className="grid grid-cols-1 gap-4">
        {p.revision ? null : <Banner tone="info">{t('progress.none')}</Banner>}
        <Stats
          items={[
            { label: t('columns.done'), value: `${p.done} %` },
            { label: t('overdue'), value: p.tasks.filter((x) => x.overdue).length },
            { label: t('progress.later'), value: moved },
            {
              label: t('chart.critical'),
              value: p.tasks.filter((x) => x.slack === 0 && x.progress < 100).length,
            },
          ]}
        />
        {p.tasks.length ? (
          <Card title={t('progress.chart')}>
            <Gantt
              title={p.title}
              bars={bars(p.tasks, true)}
              today={p.today}
              week={p.week}
              words={words}
            />
          </Card>
        ) : null}
        <TaskTable
          plan={p}
          progress
          act={
            p.may_report
              ? (x) =>
                  x.kind === 'statutory' ? null : (
                    <Button
                      size="sm"
                      aria-label={t('report.of', { name: nameOf(x) })}
                      onClick={() => setTold(x.number)}
                    >
                      {t('report.title')}
                    </Button>
                  )
              : undefined
          }
        />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <PlanFacts plan={p} />
          <PlanHistory plan={p} />
        </div>
      </div>
      <Dialog
        open={!!task}
        onClose={() => setTold(undefined)}
        title={task ? nameOf(task) : t('report.title')}
      >
        {task ? <ReportForm p={p} task={task} onDone={() => setTold(undefined)} /> : null}
      </Dialog>
    </Page>
  )
}

const One = ({ id }: { id: string }) => {
  const { t } = useTranslation('plans')
  return (
    <Load query={useQuery(plan(id))} title={t('progress.title')}>
      {(p) => <Screen p={p} />}
    </Load>
  )
}

/** How a plan goes, held against what was approved. */
export default function PlanProgress() {
  const { ids } = useHere()
  return ids.planId ? <One id={ids.planId} /> : <PlanList chart="progress" />
}
