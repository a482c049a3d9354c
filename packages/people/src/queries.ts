import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import type { Scope } from './place.ts'

/** One person. */
export type User = Schemas['User']
/** The families that a person can belong to. */
export const USER_TYPES = [
  'supplier',
  'buyer',
  'qed',
  'temp',
] as const satisfies readonly User['user_type'][]
/** One line of the roles. */
export type RoleRow = Schemas['RoleRow']
/** A role with what it opens. */
export type Role = Schemas['Role']
/** One privilege in a role. */
export type PrivilegeRow = Schemas['PrivilegeRow']
/** One thing that somebody did. */
export type LogRow = Schemas['LogRow']

/** What narrows the list of people. */
export type UsersQuery = Scope & {
  search?: string
  status?: User['status']
  user_type?: User['user_type']
  role_id?: string
  after?: string
}

/** A page of people. */
export const users = (query: UsersQuery) =>
  queryOptions({
    queryKey: ['people', 'users', query],
    queryFn: ({ signal }) => data(api.GET('/people/users', { params: { query }, signal })),
  })

/** One person. */
export const user = (user_id: string, query: Scope) =>
  queryOptions({
    queryKey: ['people', 'user', user_id, query],
    queryFn: ({ signal }) =>
      data(api.GET('/people/users/{user_id}', { params: { path: { user_id }, query }, signal })),
  })

/** All roles of a company. */
export const roles = (query: Scope) =>
  queryOptions({
    queryKey: ['people', 'roles', query],
    queryFn: ({ signal }) => data(api.GET('/people/roles', { params: { query }, signal })),
  })

/** One role with what it opens. */
export const role = (role_id: string, query: Scope) =>
  queryOptions({
    queryKey: ['people', 'role', role_id, query],
    queryFn: ({ signal }) =>
      data(api.GET('/people/roles/{role_id}', { params: { path: { role_id }, query }, signal })),
  })

/** What narrows the log. */
export type LogsQuery = Scope & {
  user_id?: string
  area?: string
  search?: string
  since?: string
  until?: string
}

/** A numbered page of the log. */
export const logs = (query: LogsQuery & { page: number; page_size: number }) =>
  queryOptions({
    queryKey: ['people', 'logs', query],
    queryFn: ({ signal }) =>
      data(api.GET('/authentication/user_logs/', { params: { query }, signal })),
  })

/** What is said of one category for one person. */
export type Door = Schemas['Door']

/** A buyer's categories with what is said of each for one person. */
export const doors = (user_id: string, query: Scope & { search?: string }) =>
  queryOptions({
    queryKey: ['people', 'doors', user_id, query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/people/users/{user_id}/categories', {
          params: { path: { user_id }, query },
          signal,
        }),
      ),
  })
