import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/shared'

/** A place where one is signed in. */
export type Device = Schemas['Device']
/** The key of an authenticator app. */
export type Enrolment = Schemas['Enrolment']

/** One's own second factor. */
export const factor = queryOptions({
  queryKey: ['account', 'factor'],
  queryFn: ({ signal }) => data(api.GET('/authentication/tfa', { signal })),
})

/** Where one is signed in. */
export const devices = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: ({ signal }) => data(api.GET('/authentication/sessions', { signal })),
})
