import type { paths as BuyerPaths } from './buyer.gen.ts'
import { type Common, clientFor } from './client.ts'
import type { paths as OperatorPaths } from './operator.gen.ts'
import type { paths as SupplierPaths } from './supplier.gen.ts'

/** Speaks to this app's own server about what everybody who is asked to a meeting may do. */
export const api = clientFor<Common<SupplierPaths, Common<BuyerPaths, OperatorPaths>>>()
