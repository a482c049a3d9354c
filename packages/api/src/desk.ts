import type { paths as BuyerPaths, components, operations } from './buyer.gen.ts'
import { type Common, clientFor } from './client.ts'
import type { Asked } from './list.ts'
import type { paths as OperatorPaths } from './operator.gen.ts'

/** The shapes that the buyers' and the operator's desks share. */
export type Schemas = components['schemas']
/** What a list may be asked for. */
export type Query<Operation extends keyof operations> = Asked<operations[Operation]>
/** Speaks to this app's own server; it knows the operations that both desks have, and no others. */
export const api = clientFor<Common<BuyerPaths, OperatorPaths>>()
