import { api } from '@zabuni/api/shared'

/** Sign out. */
export const logout = (query: { keep_storage?: boolean }) =>
  api.POST('/authentication/logout', { params: { query } })
