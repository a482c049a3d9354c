import type { Schemas } from '@zabuni/api/shared'
import { api, type Schemas as SupplierSchemas } from '@zabuni/api/supplier'

/** Sign in. */
export const login = (body: Schemas['LoginInputBody']) =>
  api.POST('/authentication/login', { body })
/** Register a supplier company and its first user. */
export const register = (body: SupplierSchemas['RegisterInputBody']) =>
  api.POST('/supplier/register/', { body })
/** Mail another activation link. */
export const resendActivation = (body: Schemas['EmailInputBody']) =>
  api.POST('/authentication/account/activation/', { body })
/** Mail a reset link, if the address is registered. */
export const requestReset = (body: Schemas['EmailInputBody']) =>
  api.POST('/authentication/request-reset-email/', { body })
/** Set a password by a mailed link. */
export const completeReset = (body: Schemas['NewPasswordInputBody']) =>
  api.PATCH('/authentication/password-reset-complete', { body })
/** No more mails but those that the law asks for. */
export const unsubscribe = (body: Schemas['UnsubscribeInputBody']) =>
  api.POST('/core/unsubscribe/', { body })
/** Complete a sign-in with the mailed code. */
export const verifyCode = (body: Schemas['CodeInputBody']) =>
  api.POST('/authentication/tfa/verify/', { body })
