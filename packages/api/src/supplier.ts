import { clientFor } from './client.ts'
import type { components, paths } from './supplier.gen.ts'

/** The named shapes of the supplier server. */
export type Schemas = components['schemas']
/** The client of the supplier server. */
export const api = clientFor<paths>('supplier')
