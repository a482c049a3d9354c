import { clientFor } from './client.ts'
import type { Asked } from './list.ts'
import type { components, operations, paths } from './supplier.gen.ts'

/** The named shapes of the supplier server. */
export type Schemas = components['schemas']
/** What a list may be asked for. */
export type Query<Operation extends keyof operations> = Asked<operations[Operation]>
/** The client of the supplier server. */
export const api = clientFor<paths>('supplier')
