import { queryOptions } from '@tanstack/react-query'
import { bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Language } from '@zabuni/i18n/languages'
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
export type UsersQuery = Query<'users'>

/** A page of people. */
export const users = (query: UsersQuery) =>
  queryOptions({
    queryKey: [...keys.people, 'users', query],
    queryFn: ({ signal }) => data(api.GET('/people/users', { params: { query }, signal })),
  })

/** One person. */
export const user = (user_id: string, query: Scope) =>
  queryOptions({
    queryKey: [...keys.people, 'user', user_id, query],
    queryFn: ({ signal }) =>
      data(api.GET('/people/users/{user_id}', { params: { path: { user_id }, query }, signal })),
  })

/** All roles of a company. */
export const roles = (query: Query<'roles'>) =>
  queryOptions({
    queryKey: [...keys.people, 'roles', query],
    queryFn: ({ signal }) => data(api.GET('/people/roles', { params: { query }, signal })),
  })

/** One role with what it opens. */
export const role = (role_id: string, query: Scope) =>
  queryOptions({
    queryKey: [...keys.people, 'role', role_id, query],
    queryFn: ({ signal }) =>
      data(api.GET('/people/roles/{role_id}', { params: { path: { role_id }, query }, signal })),
  })

/** What narrows the log. */
export type LogsQuery = Omit<Query<'userLogs'>, 'page' | 'page_size'>
/** Whose action an entry of the log is. */
export type Area = NonNullable<LogsQuery['area']>[number]

/** A numbered page of the log. */
export const logs = (query: LogsQuery & { page: number; page_size: number }) =>
  queryOptions({
    queryKey: [...keys.people, 'logs', query],
    queryFn: ({ signal }) =>
      data(api.GET('/authentication/user_logs/', { params: { query }, signal })),
  })

/** What is said of one category for one person. */
export type Door = Schemas['Door']

/** A buyer's categories with what is said of each for one person. */
export const doors = (user_id: string, query: Scope & { search?: string }) =>
  queryOptions({
    queryKey: [...keys.people, 'doors', user_id, query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/people/users/{user_id}/categories', {
          params: { path: { user_id }, query },
          signal,
        }),
      ),
  })

/** Open or close a category for a person. */
export const setCategoryDoor = (
  user_id: string,
  category_id: string,
  body: Schemas['DoorInputBody'],
  query: { buyer_id?: string },
) =>
  api.PUT('/people/users/{user_id}/categories/{category_id}', {
    params: { path: { user_id, category_id }, query },
    body,
  })
/** Say anew what a role assigns and denies. */
export const setPrivileges = (
  role_id: string,
  body: Schemas['PrivilegesInputBody'],
  query: { buyer_id?: string },
) => api.PUT('/people/roles/{role_id}/privileges', { params: { path: { role_id }, query }, body })
/** Rename a role. */
export const updateRole = (
  role_id: string,
  body: Schemas['UpdateRoleInputBody'],
  query: { buyer_id?: string },
) => api.PUT('/people/roles/{role_id}', { params: { path: { role_id }, query }, body })
/** Add a role that opens nothing yet. */
export const createRole = (body: Schemas['CreateRoleInputBody'], query: { buyer_id?: string }) =>
  api.POST('/people/roles', { params: { query }, body })
/** Delete a role that nobody holds. */
export const deleteRole = (role_id: string, query: { buyer_id?: string }) =>
  api.DELETE('/people/roles/{role_id}', { params: { path: { role_id }, query } })
/** Change a person's particulars and roles. */
export const updateUser = (
  user_id: string,
  body: Schemas['UserBody'],
  query: { buyer_id?: string },
) => api.PUT('/people/users/{user_id}', { params: { path: { user_id }, query }, body })
/** Add a person and mail the invitation. */
export const createUser = (body: Schemas['CreateUserInputBody'], query: { buyer_id?: string }) =>
  api.POST('/people/users', { params: { query }, body })
/** The log as a workbook. */
export const exportUserLogs = (query: LogsQuery & { language: Language }): Promise<Blob> =>
  bytes(api.POST('/authentication/user_logs/export', { params: { query }, parseAs: 'blob' }))

const person = (user_id: string, query: Scope) => ({ params: { path: { user_id }, query } })
/** Delete an account, named by its address. */
export const deleteUser = (user_id: string, body: Schemas['DeleteUserInputBody'], query: Scope) =>
  api.POST('/people/users/{user_id}/delete', { ...person(user_id, query), body })
/** Let nobody in by an account. */
export const deactivateUser = (user_id: string, query: Scope) =>
  api.POST('/people/users/{user_id}/deactivate', person(user_id, query))
/** Let its person in again. */
export const reactivateUser = (user_id: string, query: Scope) =>
  api.POST('/people/users/{user_id}/reactivate', person(user_id, query))
/** Mail the invitation again. */
export const inviteUserAgain = (user_id: string, query: Scope) =>
  api.POST('/people/users/{user_id}/invite', person(user_id, query))
