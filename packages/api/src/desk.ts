import type { components, paths } from './buyer.gen.ts'
import { clientFor } from './client.ts'

/** The shapes that the buyers' and the operator's desks share. */
export type Schemas = components['schemas']
/** Speaks to this app's own server; only for operations that both desks have. */
export const api = clientFor<paths>()
