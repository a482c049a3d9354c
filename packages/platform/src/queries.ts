import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Schemas } from '@zabuni/api/operator'

/** How the platform is now. */
export type Health = Schemas['PlatformHealth']
/** An event on which nothing could act. */
export type ParkedEvent = Schemas['ParkedEvent']
/** Background work of any company that does not come to its end. */
export type StuckTask = Schemas['StuckTask']

/** The root of all that is asked about the platform. */
export const platformKey = keys.platform

const SOON = 10_000

/** How the platform is; asked again while somebody looks. */
export const healthQuery = () =>
  queryOptions({
    queryKey: [...platformKey, 'health'],
    queryFn: ({ signal }) => data(api.GET('/platform', { signal })),
    refetchInterval: SOON,
  })

/** A page of what was given up. */
export const parkedQuery = (query: { after?: string }) =>
  queryOptions({
    queryKey: [...platformKey, 'events', query],
    queryFn: ({ signal }) => data(api.GET('/platform/events', { params: { query }, signal })),
    refetchInterval: SOON,
  })

/** A page of the work that is stuck. */
export const stuckQuery = (query: { after?: string }) =>
  queryOptions({
    queryKey: [...platformKey, 'tasks', query],
    queryFn: ({ signal }) => data(api.GET('/platform/tasks', { params: { query }, signal })),
    refetchInterval: SOON,
  })

const event = (event_id: string) => ({ params: { path: { event_id } } })

/** Has an event tried once more. */
export const driveEventOn = (id: string) => api.POST('/platform/events/{event_id}/again', event(id))
/** Gives an event up for good. */
export const setEventAside = (id: string, reason: string) =>
  api.POST('/platform/events/{event_id}/aside', { ...event(id), body: { reason } })
/** Runs a task of any company again. */
export const driveTaskOn = (task_id: string) =>
  api.POST('/platform/tasks/{task_id}/again', { params: { path: { task_id } } })
