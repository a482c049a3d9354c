import { clientFor } from './client.ts'
import type { components, operations, paths } from './contracts.gen.ts'
import type { Asked } from './list.ts'

/** The named shapes of the contracts server. */
export type Schemas = components['schemas']
/** What a list may be asked for. */
export type Query<Operation extends keyof operations> = Asked<operations[Operation]>
/** The client of the contracts server. */
export const api = clientFor<paths>('contracts')
