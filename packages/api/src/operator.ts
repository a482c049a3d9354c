import { clientFor } from './client.ts'
import type { components, paths } from './operator.gen.ts'

/** The named shapes of the operator server. */
export type Schemas = components['schemas']
/** The client of the operator server. */
export const api = clientFor<paths>('operator')
