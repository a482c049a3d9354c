import { useTranslation } from '@zabuni/i18n'
import { isDay } from '@zabuni/i18n/format'
import { IconButton } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Gantt } from '@zabuni/ui/gantt'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { phoneCell, phoneRow } from '@zabuni/ui/plain-table'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { Trash2Icon } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { linksText, readLinks } from './links.ts'
import { Span, useGanttWords, useTaskName } from './parts.tsx'
import type { Plan, PlanTask, Source } from './queries.ts'

// A task while it is drawn.
type TaskValues = {
  number: number
  kind: PlanTask['kind']
  job_day: Source | ''
  category_name: string
  name: string
  note: string
  owner_id: string
  starts_on: string
  ends_on: string
  after: string
}
/** A plan while it is drawn. */
export type PlanValues = { title: string; week: number[]; tasks: TaskValues[] }

/** A plan as its form begins. */
export const valuesOf = (p: Plan): PlanValues => ({
  title: p.title,
  week: p.week,
  tasks: p.tasks.map((task) => ({
    number: task.number,
    kind: task.kind,
    job_day: task.job_day ?? '',
    category_name: task.category_name,
    name: task.name,
    note: task.note,
    owner_id: task.owner_id ?? '',
    starts_on: task.starts_on,
    ends_on: task.ends_on,
    after: linksText(task.after),
  })),
})

/** Somebody who may own a task. */
export type Person = { id: string; name: string }

// On a phone a row is a card and its fields have their labels; in the table the heads say it.
const Label = ({ children }: { children: ReactNode }) => (
  <span className="sm:sr-only">{children}</span>
)

type RowProps = {
  form: ProblemForm<PlanValues>
  index: number
  count: number
  task: { number: number; kind: TaskValues['kind']; job_day: Source | ''; category_name: string }
  people: readonly Person[]
  days: { from: string; to: string }
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** A task as a row of fields; of a day of the job the owner and the note alone. */
export const TaskRow = memo(
  ({ form, index, count, task, people, days, onMove, onRemove }: RowProps) => {
    const { t } = useTranslation(['plans', 'common'])
    const nameOf = useTaskName()
    const at = `tasks.${index}` as const
    const kind = useWatch({ control: form.control, name: `${at}.kind` })
    const fixed = task.kind === 'statutory'
    const name = fixed ? nameOf({ name: '', ...task, job_day: task.job_day || null }) : ''
    const called = name || t('row', { number: task.number })
    const cell = `px-1.5 py-2 align-top ${phoneCell}`
    return (
      <tr className={`border-b border-line last:border-0 ${phoneRow}`}>
        <th scope="row" className={`tabular pt-4 pl-4 text-left font-normal text-ink-3 ${cell}`}>
          {task.number}
        </th>
        <td className={`min-w-56 ${cell}`}>
          <div className="grid gap-1.5">
            {fixed ? (
              <span className="pt-2 font-medium break-words">{name}</span>
            ) : (
              <InputField
                label={<Label>{t('columns.task')}</Label>}
                maxLength={200}
                {...form.field(`${at}.name`)}
                aria-label={t('cell', { column: t('columns.task'), row: called })}
              />
            )}
            <InputField
              label={<Label>{t('columns.note')}</Label>}
              maxLength={2000}
              placeholder={t('columns.note')}
              {...form.field(`${at}.note`)}
              aria-label={t('cell', { column: t('columns.note'), row: called })}
            />
          </div>
        </td>
        <td className={`min-w-32 ${cell}`}>
          {fixed ? (
            <span className="block pt-2">{t('kinds.statutory')}</span>
          ) : (
            <SelectField
              label={<Label>{t('columns.kind')}</Label>}
              {...form.field(`${at}.kind`)}
              aria-label={t('cell', { column: t('columns.kind'), row: called })}
            >
              <option value="task">{t('kinds.task')}</option>
              <option value="milestone">{t('kinds.milestone')}</option>
            </SelectField>
          )}
        </td>
        {fixed ? (
          <td colSpan={3} className={cell}>
            <span className="grid gap-0.5 pt-2">
              <Span from={days.from} to={days.to} />
              <span className="text-xs text-ink-3">{t('draw.fixed')}</span>
            </span>
          </td>
        ) : (
          <>
            <td className={`min-w-40 ${cell}`}>
              <Bound form={form} name={`${at}.starts_on`}>
                {(control) => (
                  <DateTimeField
                    dateOnly
                    quiet
                    label={<DayLabel column={t('columns.starts')} row={called} />}
                    {...control}
                  />
                )}
              </Bound>
            </td>
            <td className={`min-w-40 ${cell}`}>
              {kind === 'milestone' ? (
                <span className="block pt-2 text-ink-3">{t('draw.oneDay')}</span>
              ) : (
                <Bound form={form} name={`${at}.ends_on`}>
                  {(control) => (
                    <DateTimeField
                      dateOnly
                      quiet
                      label={<DayLabel column={t('columns.ends')} row={called} />}
                      {...control}
                    />
                  )}
                </Bound>
              )}
            </td>
            <td className={`min-w-28 ${cell}`}>
              <InputField
                label={<Label>{t('columns.after')}</Label>}
                inputMode="text"
                autoComplete="off"
                placeholder="3; 5+2"
                {...form.field(`${at}.after`)}
                aria-label={t('cell', { column: t('columns.after'), row: called })}
              />
            </td>
          </>
        )}
        <td className={`min-w-36 ${cell}`}>
          <SelectField
            label={<Label>{t('columns.owner')}</Label>}
            {...form.field(`${at}.owner_id`)}
            aria-label={t('cell', { column: t('columns.owner'), row: called })}
          >
            <option value="">{t('nobody')}</option>
            {people.map((p) => (
              <option key={p.id} value={p.id}>
                {p.name}
              </option>
            ))}
          </SelectField>
        </td>
        <td className={`pr-3 text-right whitespace-nowrap ${cell}`}>
          <span className="inline-flex pt-1">
            <MoveButtons
              name={called}
              index={index}
              count={count}
              onMove={(to) => onMove(index, to)}
            />
            {fixed ? null : (
              <IconButton
                size="sm"
                label={t('draw.remove', { name: called })}
                onClick={() => onRemove(index)}
                icon={<Trash2Icon aria-hidden="true" size={15} />}
              />
            )}
          </span>
        </td>
      </tr>
    )
  },
)

const DayLabel = ({ column, row }: { column: string; row: string }) => {
  const { t } = useTranslation('plans')
  return <Label>{t('cell', { column, row })}</Label>
}

/** The chart of what is in the form; a bar that is moved there moves its fields. */
export const Drawn = ({ form, p }: { form: ProblemForm<PlanValues>; p: Plan }) => {
  const words = useGanttWords()
  const nameOf = useTaskName()
  const tasks = useWatch({ control: form.control, name: 'tasks' })
  const was = new Map(p.tasks.map((task) => [task.number, task]))
  const bars = tasks.flatMap((task) => {
    const end = task.kind === 'task' ? task.ends_on : task.starts_on
    if (!isDay(task.starts_on) || !isDay(end) || end < task.starts_on) return []
    const before = was.get(task.number)
    return [
      {
        key: String(task.number),
        label: nameOf({ ...task, job_day: task.job_day || null }),
        kind: task.kind === 'statutory' ? ('fixed' as const) : task.kind,
        start: task.starts_on,
        end,
        planned:
          before?.planned_from && before.planned_to
            ? ([before.planned_from, before.planned_to] as const)
            : undefined,
        critical: before?.slack === 0,
        after: (readLinks(task.after) ?? []).map((link) => String(link.task)),
      },
    ]
  })
  if (!bars.length) return null
  return (
    <Gantt
      title={p.title}
      bars={bars}
      today={p.today}
      week={p.week}
      words={words}
      onMove={(key, { start, end }) => {
        const i = form.getValues('tasks').findIndex((task) => String(task.number) === key)
        if (i < 0) return
        form.setValue(`tasks.${i}.starts_on`, start, { shouldDirty: true })
        form.setValue(`tasks.${i}.ends_on`, end, { shouldDirty: true })
      }}
    />
  )
}
