import { api, type Schemas } from '@zabuni/api/shared'

/** A record that a search found. */
export type Hit = Schemas['FoundRecord']

/** Records of every kind by name and reference, of what this person may see. */
export const findRecords = (search: string, signal: AbortSignal) =>
  api.GET('/find', { params: { query: { search } }, signal })

/** Sign out. */
export const logout = (query: { keep_storage?: boolean }) =>
  api.POST('/authentication/logout', { params: { query } })
