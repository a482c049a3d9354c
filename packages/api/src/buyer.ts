import type { components, paths } from './buyer.gen.ts'
import { clientFor } from './client.ts'

/** The named shapes of the buyer server. */
export type Schemas = components['schemas']
/** The client of the buyer server. */
export const api = clientFor<paths>('buyer')
