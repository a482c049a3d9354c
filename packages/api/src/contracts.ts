import { clientFor } from './client.ts'
import type { components, paths } from './contracts.gen.ts'

/** The named shapes of the contracts server. */
export type Schemas = components['schemas']
/** The client of the contracts server. */
export const api = clientFor<paths>('contracts')
