import type { paths as BuyerPaths, components } from './buyer.gen.ts'
import { type Common, clientFor } from './client.ts'
import type { paths as ManagementPaths } from './contracts.gen.ts'
import type { paths as SupplierPaths } from './supplier.gen.ts'

/** The shapes of signing, the same on every desk that signs. */
export type Schemas = components['schemas']
/** Speaks to this app's own server about what both sides of a contract may do. */
export const api = clientFor<Common<SupplierPaths, Common<BuyerPaths, ManagementPaths>>>()
/** The same about what the buyer's people may do, on both of their desks. */
export const ours = clientFor<Common<BuyerPaths, ManagementPaths>>()
