import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import type { ReactNode } from 'react'
import { linksText } from './links.ts'
import { Span, useTaskName } from './parts.tsx'
import type { Plan, PlanTask } from './queries.ts'

// Others name a task by its number.
const Name = ({
  number,
  name,
  note,
  late,
}: {
  number: number
  name: string
  note?: string
  late?: boolean
}) => {
  const { t } = useTranslation('plans')
  return (
    <span className="grid min-w-40 gap-0.5">
      <span className="break-words">
        <span className="tabular text-ink-3">{number}</span>{' '}
        <span className="font-medium">{name}</span>
      </span>
      {note ? (
        <span className="text-xs break-words whitespace-pre-line text-ink-2">{note}</span>
      ) : null}
      {late ? <span className="text-xs font-medium text-bad">{t('overdue')}</span> : null}
    </span>
  )
}

/** A plan as it stands, task by task; what can be done with one stands at its end. */
export const TaskTable = ({
  plan,
  progress,
  act,
}: {
  plan: Plan
  /** Whether it shows how far tasks are. */
  progress?: boolean
  act?: ((task: PlanTask) => ReactNode) | undefined
}) => {
  const { t } = useTranslation('plans')
  const nameOf = useTaskName()
  const planned = plan.revision > 0
  const heads = [
    { key: 'task', label: t('columns.task') },
    { key: 'kind', label: t('columns.kind') },
    { key: 'days', label: t('columns.days') },
    ...(planned ? [{ key: 'planned', label: t('chart.planned') }] : []),
    { key: 'after', label: t('columns.after') },
    { key: 'owner', label: t('columns.owner') },
    { key: 'slack', label: t('columns.slack'), numeric: true },
    ...(progress ? [{ key: 'progress', label: t('columns.progress'), numeric: true }] : []),
    ...(act ? [{ key: 'act', label: t('columns.act'), quiet: true }] : []),
  ]
  return (
    <Card title={t('table')} flush>
      <TableFrame caption={t('table')} heads={heads}>
        {plan.tasks.map((task) => (
          <PlainRow
            key={task.number}
            heads={heads}
            cells={[
              <Name
                key="name"
                number={task.number}
                name={nameOf(task)}
                note={task.note}
                late={task.overdue}
              />,
              t(`kinds.${task.kind}`),
              <Span key="days" from={task.starts_on} to={task.ends_on} />,
              ...(planned
                ? [
                    task.planned_from && task.planned_to ? (
                      <Span key="planned" from={task.planned_from} to={task.planned_to} />
                    ) : (
                      <span key="new" className="text-ink-3">
                        {t('notPlanned')}
                      </span>
                    ),
                  ]
                : []),
              <span key="after" className="tabular">
                {linksText(task.after) || '–'}
              </span>,
              task.owner || '–',
              task.slack === 0 ? t('chart.critical') : t('days', { count: task.slack }),
              ...(progress ? [task.kind === 'statutory' ? '–' : `${task.progress} %`] : []),
              ...(act ? [act(task)] : []),
            ]}
          />
        ))}
      </TableFrame>
    </Card>
  )
}

/** A plan as it was approved last. */
export const BaseTable = ({ plan }: { plan: Plan }) => {
  const { t } = useTranslation('plans')
  const nameOf = useTaskName()
  const heads = [
    { key: 'task', label: t('columns.task') },
    { key: 'kind', label: t('columns.kind') },
    { key: 'days', label: t('columns.days') },
  ]
  return (
    <Card title={t('table')} flush>
      <TableFrame caption={t('table')} heads={heads}>
        {plan.approved.map((task) => (
          <PlainRow
            key={task.number}
            heads={heads}
            cells={[
              <Name key="name" number={task.number} name={nameOf(task)} />,
              t(`kinds.${task.kind}`),
              <Span key="days" from={task.starts_on} to={task.ends_on} />,
            ]}
          />
        ))}
      </TableFrame>
    </Card>
  )
}
