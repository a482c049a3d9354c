import { clientFor } from './client.ts'
import type { components, paths } from './contracts.gen.ts'

/** The shapes of the operations that all four servers have. */
export type Schemas = components['schemas']
/** Speaks to this app's own server; only for operations that all four servers have. */
export const api = clientFor<paths>()
