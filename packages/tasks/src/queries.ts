import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Schemas } from '@zabuni/api/shared'
import { apiBase } from '@zabuni/api/transport'

/** A background task. */
export type Task = Schemas['Task']

/** Whether work on it is still to come. */
export const isActive = (t: Pick<Task, 'status'> | undefined): boolean =>
  t?.status === 'pending' || t?.status === 'processing'

/** One task. */
export const taskQuery = (task_id: string) =>
  queryOptions({
    queryKey: keys.task(task_id),
    queryFn: ({ signal }) =>
      data(api.GET('/tasks/{task_id}', { params: { path: { task_id } }, signal })),
    staleTime: 0,
  })

const path = (task_id: string) => ({ params: { path: { task_id } } })

/** Ends a task. */
export const cancelTask = (id: string) => api.POST('/tasks/{task_id}/cancel', path(id))

/** Runs it again. */
export const retryTask = (id: string) => api.POST('/tasks/{task_id}/retry', path(id))

/** Lets the browser download the task's file by itself: a ticket stands for the session. */
export const downloadFile = async (id: string): Promise<void> => {
  const { ticket } = await data(api.POST('/tasks/{task_id}/ticket', path(id)))
  const link = document.createElement('a')
  link.href = `${apiBase()}/downloads/${ticket}`
  link.download = ''
  link.click()
}
