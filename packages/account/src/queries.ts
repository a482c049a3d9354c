import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { type Schemas as OperatorSchemas, api as operator } from '@zabuni/api/operator'
import { api, type Schemas } from '@zabuni/api/shared'

/** A place where one is signed in. */
export type Device = Schemas['Device']
/** The key of an authenticator app. */
export type Enrolment = Schemas['Enrolment']

/** One's own second factor. */
export const factor = queryOptions({
  queryKey: [...keys.account, 'factor'],
  queryFn: ({ signal }) => data(api.GET('/authentication/tfa', { signal })),
})

/** Where one is signed in. */
export const devices = queryOptions({
  queryKey: [...keys.account, 'devices'],
  queryFn: ({ signal }) => data(api.GET('/authentication/sessions', { signal })),
})

/** Enable my authenticator app by its first code. */
export const enableApp = (body: Schemas['AppCodeInputBody']) =>
  api.POST('/authentication/tfa/app/enable', { body })
/** Change my password. */
export const changePassword = (body: Schemas['ChangePasswordInputBody']) =>
  api.POST('/authentication/change-password', { body })
/** Sign one device out. */
export const endDevice = (session_id: string) =>
  api.DELETE('/authentication/sessions/{session_id}', { params: { path: { session_id } } })
/** Sign every other device out. */
export const endOtherDevices = () => api.POST('/authentication/sessions/end-others')
/** A key for my authenticator app. */
export const beginApp = () => api.POST('/authentication/tfa/app')
/** Enable mailed codes. */
export const enableMail = () => api.POST('/authentication/tfa/mail/enable')
/** New recovery codes; the old ones end. */
export const newRecoveryCodes = () => api.POST('/authentication/tfa/recovery')
/** Disable my second factor. */
export const disableFactor = () => api.DELETE('/authentication/tfa')
/** Change my name, phone and language. */
export const updateOwn = (body: Schemas['OwnInputBody']) =>
  api.PATCH('/authentication/profile', { body })
/** Leave the support view. */
export const endSupport = () => api.POST('/support/end')
/** Look at a customer's console, read-only, for 30 minutes. */
export const beginSupport = (company_id: string, body: OperatorSchemas['BeginSupportInputBody']) =>
  operator.POST('/support/{company_id}', { params: { path: { company_id } }, body })
