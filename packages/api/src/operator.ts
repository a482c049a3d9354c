import { clientFor } from './client.ts'
import type { Asked } from './list.ts'
import type { components, operations, paths } from './operator.gen.ts'

/** The named shapes of the operator server. */
export type Schemas = components['schemas']
/** What a list may be asked for. */
export type Query<Operation extends keyof operations> = Asked<operations[Operation]>
/** The client of the operator server. */
export const api = clientFor<paths>('operator')
