import { api, type Schemas } from '@zabuni/api/shared'

/** Prove again who I am, for an act that asks for it: the app's code where one is enrolled, else the password. */
export const confirmPassword = (body: Schemas['ConfirmInputBody']) =>
  api.POST('/authentication/confirm', { body })
