import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { can } from '@zabuni/routing/guard'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TableFrame } from '@zabuni/ui/plain-table'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { PlusIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Drawn, type Person, type PlanValues, TaskRow, valuesOf } from '../plan/editor.tsx'
import { linksText, readLinks } from '../plan/links.ts'
import { PlanList } from '../plan/list.tsx'
import { NewPlan } from '../plan/new.tsx'
import { PlanBadge, PlanFacts, PlanHistory, PlanTabs } from '../plan/parts.tsx'
import { type Plan, plan, planPeople, savePlan, submitPlan } from '../plan/queries.ts'
import { TaskTable } from '../plan/table.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** Sends a plan once all that was typed is saved. */
const Send = ({ p, dirty }: { p: Plan; dirty: boolean }) => {
  const { t } = useTranslation('plans')
  const { href } = useHere()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      {dirty ? <span className="text-sm text-ink-3">{t('send.saveFirst')}</span> : null}
      <Button disabled={dirty} onClick={() => setAsking(true)}>
        {t('send.action')}
      </Button>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('send.title')}
        description={t('send.body')}
        action={t('send.action')}
        send={async () => {
          await submitPlan(p.id, p.version)
          await cache.invalidateQueries({ queryKey: keys.plans })
          toast('ok', t('send.done'))
          const to = href('planApproved', { planId: p.id })
          if (to) void navigate(to)
        }}
      />
    </>
  )
}

const Editor = ({ p, people }: { p: Plan; people: readonly Person[] }) => {
  const { t } = useTranslation(['plans', 'errors', 'common'])
  const { href } = useHere()
  const cache = useQueryClient()
  const form = useProblemForm<PlanValues>({
    keep: `plan.${p.id}.${p.version}`,
    defaultValues: valuesOf(p),
    submit: async ({ title, week, tasks }) => {
      const unread = tasks.flatMap((task, i) => (readLinks(task.after) ? [] : `tasks.${i}.after`))
      if (unread.length) throw new Refused(unread, ({ t }) => t('draw.badLinks', { ns: 'plans' }))
      const moved = await savePlan(p.id, {
        title,
        week,
        version: p.version,
        tasks: tasks.map((task) => ({
          number: task.number,
          kind: task.kind,
          name: task.name,
          note: task.note,
          ...(task.owner_id ? { owner_id: task.owner_id } : {}),
          starts_on: task.starts_on,
          ends_on: task.kind === 'milestone' ? task.starts_on : task.ends_on,
          after: readLinks(task.after) ?? [],
        })),
      })
      form.kept.forget()
      await cache.invalidateQueries({ queryKey: keys.plans })
      toast(
        'ok',
        moved.items.length
          ? t('draw.moved', { count: moved.items.length })
          : t('common:toast.saved'),
      )
    },
  })
  const { guard } = useKept(form)
  const rows = useFieldArray({ control: form.control, name: 'tasks', keyName: 'row' })
  const { move, remove, append } = rows
  const onMove = useCallback((from: number, to: number) => move(from, to), [move])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's methods never change
  const onRemove = useCallback(
    (index: number) => {
      const gone = form.getValues(`tasks.${index}.number`)
      form.getValues('tasks').forEach((task, i) => {
        const links = readLinks(task.after)
        if (links?.some((link) => link.task === gone))
          form.setValue(`tasks.${i}.after`, linksText(links.filter((link) => link.task !== gone)), {
            shouldDirty: true,
          })
      })
      remove(index)
    },
    [remove],
  )
  const add = () => {
    const tasks = form.getValues('tasks')
    const day = tasks.at(-1)?.ends_on || p.today
    append({
      number: Math.max(0, ...tasks.map((task) => task.number), ...p.tasks.map((x) => x.number)) + 1,
      kind: 'task',
      job_day: '',
      category_name: '',
      name: '',
      note: '',
      owner_id: '',
      starts_on: day,
      ends_on: day,
      after: '',
    })
  }
  const days = new Map(p.tasks.map((task) => [task.number, task]))
  const owned = p.tasks.flatMap((x) =>
    x.owner_id && !people.some((o) => o.id === x.owner_id)
      ? [{ id: x.owner_id, name: x.owner }]
      : [],
  )
  // Whoever owns a task stays, though they may not be chosen any more.
  const owners = [...people, ...new Map(owned.map((o) => [o.id, o])).values()]
  const heads = [
    { key: 'number', label: t('columns.number'), className: 'pl-4' },
    ...(['task', 'kind', 'starts', 'ends', 'after', 'owner'] as const).map((key) => ({
      key,
      label: t(`columns.${key}`),
      className: 'px-1.5',
    })),
    { key: 'act', label: t('columns.act'), quiet: true },
  ]
  return (
    <Page
      title={p.title}
      crumbs={[{ label: t('draw.title'), to: href('planDraw', {}) }]}
      status={<PlanBadge status={p.status} />}
      subtitle={t('number', { number: p.number })}
      actions={<Send p={p} dirty={form.formState.isDirty} />}
    >
      <PlanTabs id={p.id} />
      {p.status === 'returned' ? (
        <div className="mb-4">
          <Banner tone="warn">{t('return.reason', { reason: p.reason })}</Banner>
        </div>
      ) : null}
      <FormFrame form={form} guard={guard} back={href('planDraw', {})}>
        <Card title={t('draw.chart')} className="min-w-0">
          <Drawn form={form} p={p} />
        </Card>
        <Card
          title={t('table')}
          className="min-w-0"
          flush
          actions={
            <Button size="sm" icon={<PlusIcon aria-hidden="true" size={14} />} onClick={add}>
              {t('draw.add')}
            </Button>
          }
        >
          <TableFrame caption={t('table')} heads={heads}>
            {rows.fields.map((task, i) => (
              <TaskRow
                key={task.row}
                form={form}
                index={i}
                count={rows.fields.length}
                task={task}
                people={owners}
                days={{
                  from: days.get(task.number)?.starts_on ?? task.starts_on,
                  to: days.get(task.number)?.ends_on ?? task.ends_on,
                }}
                onMove={onMove}
                onRemove={onRemove}
              />
            ))}
          </TableFrame>
          {rows.fields.length ? null : (
            <p className="px-4 py-6 text-center text-sm text-ink-3">{t('draw.none')}</p>
          )}
          <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">{t('draw.hint')}</p>
        </Card>
        <Card title={t('draw.frame')}>
          <div className="grid gap-4">
            <InputField
              required
              label={t('columns.title')}
              maxLength={200}
              {...form.field('title')}
            />
            <Bound form={form} name="week">
              {({ value, onChange, error }) => (
                <fieldset className="grid gap-2" aria-invalid={!!error}>
                  <legend className="mb-1.5 text-sm font-medium">{t('columns.week')}</legend>
                  <div className="flex flex-wrap gap-x-5 gap-y-2">
                    {WEEK.map((d) => (
                      <Checkbox
                        key={d}
                        name="week"
                        label={t(`weekdays.${d}`)}
                        checked={value.includes(d)}
                        onChange={(e) =>
                          onChange(
                            WEEK.filter((x) => (x === d ? e.target.checked : value.includes(x))),
                          )
                        }
                      />
                    ))}
                  </div>
                  {error ? <p className="text-xs text-bad">{error}</p> : null}
                </fieldset>
              )}
            </Bound>
          </div>
        </Card>
      </FormFrame>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <PlanFacts plan={p} />
        <PlanHistory plan={p} />
      </div>
    </Page>
  )
}

/** What is not to be drawn on now, and why. */
const Still = ({ p }: { p: Plan }) => {
  const { t } = useTranslation('plans')
  const { href } = useHere()
  return (
    <Page
      title={p.title}
      crumbs={[{ label: t('draw.title'), to: href('planDraw', {}) }]}
      status={<PlanBadge status={p.status} />}
      subtitle={t('number', { number: p.number })}
    >
      <PlanTabs id={p.id} />
      <div className="grid grid-cols-1 gap-4">
        <Banner tone="info">{p.status === 'approved' ? t('draw.stands') : t('draw.still')}</Banner>
        <TaskTable plan={p} />
      </div>
    </Page>
  )
}

const One = ({ id }: { id: string }) => {
  const { t } = useTranslation('plans')
  const reads = [useQuery(plan(id)), useQuery(planPeople(id))] as const
  return (
    <Load as="form" query={reads} title={t('draw.title')}>
      {([p, people]) =>
        p.may_draw && p.status !== 'approved' ? (
          <Editor key={p.version} p={p} people={people.items} />
        ) : (
          <Still p={p} />
        )
      }
    </Load>
  )
}

/** Draws a plan; which one stands in the address. */
export default function PlanDraw() {
  const { t } = useTranslation('plans')
  const { ids } = useHere()
  const [making, setMaking] = useState(false)
  const who = session()
  if (ids.planId) return <One id={ids.planId} />
  return (
    <>
      <PlanList
        chart="draw"
        actions={
          who && can(who, 'MANAGE_JOB') ? (
            <Button
              look="primary"
              icon={<PlusIcon aria-hidden="true" size={15} />}
              onClick={() => setMaking(true)}
            >
              {t('new.title')}
            </Button>
          ) : null
        }
      />
      <Dialog open={making} onClose={() => setMaking(false)} title={t('new.title')}>
        {making ? <NewPlan onDone={() => setMaking(false)} /> : null}
      </Dialog>
    </>
  )
}
