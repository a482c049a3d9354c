import type { Guard } from '@zabuni/routing/guard'
import type { Row } from '@zabuni/routing/row'

/** A progress screen at a path that ends in a task's id: `:taskId` or `:task_id`. */
export const progressRow = (path: string, guard: Guard): Row => ({
  path,
  guard,
  screen: () => import('./progress.tsx'),
})

/** Where any task is followed: what is told of one leads here, whatever it is of. */
export const taskRow: Row = progressRow('/tasks/:taskId', 'signedIn')
