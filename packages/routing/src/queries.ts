import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/shared'

/** Whom people call or write to. */
export type Desk = Schemas['Helpdesk']
/** What the operator says of its helpdesk; anybody may ask. */
export const helpdesk = () => data(api.GET('/core/helpdesk/'))

/** Prove again who I am, for an act that asks for it: the app's code where one is enrolled, else the password. */
export const confirmPassword = (body: Schemas['ConfirmInputBody']) =>
  api.POST('/authentication/confirm', { body })
