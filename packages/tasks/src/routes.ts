import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Guard } from '@zabuni/routing/guard'
import { fill } from '@zabuni/routing/path'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, PATHS } from './paths.ts'
import type { TaskSlots } from './slots.ts'

const screen = () => import('./progress.tsx')

/** A progress screen at a path that ends in a task's id: `:taskId` or `:task_id`. */
export const progressRow = (path: string, guard: Guard): Row => ({ path, guard, screen })

/** Where any task is followed: what is told of one leads here, whatever it is of. */
const taskRow: Row = progressRow('/tasks/:taskId', 'signedIn')

/** The address of a task where its activity has no screen of its own for it. */
export const taskPath = (taskId: string): string => fill(taskRow.path, { taskId })

const SCREENS: Readonly<Record<keyof TaskSlots, Screen>> = {
  scoresProgress: { screen, operation: 'refreshScores' },
  jobScoresProgress: { screen, operation: 'refreshJobScores' },
  questionsProgress: { screen },
  categoryQuestionsProgress: { screen },
  categoriesProgress: { screen },
  itemsProgress: { screen },
  downloadProgress: { screen },
  reportProgress: { screen },
  zipProgress: { screen, operation: 'startPapers' },
  suppliersProgress: { screen },
}

/** Where the tasks of activities are followed on one desk, and any other. */
export const taskRows = (desk: 'buyer' | 'operator'): Row[] => [
  ...rowsOf({
    desk,
    tables: PATHS[desk],
    aliases: ALIASES[desk],
    screens: SCREENS,
    byModule: desk === 'buyer',
  }),
  taskRow,
]
