import { cell, rowsOf, type Screen, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { SupplierSlots } from './slots.ts'

/** A supplier's own profile. */
export const supplierProfileRows: readonly Row[] = [
  {
    path: '/update-profile',
    guard: { type: 'supplier', privilege: 'UPDATE_COMPANY_INFO' },
    screen: () => import('./screens/update-profile.tsx'),
  },
]

/** A buyer company's own profile. */
export const companyProfileRows: readonly Row[] = [
  {
    path: '/company/profile',
    guard: { type: 'buyer' },
    screen: () => import('./screens/company-profile.tsx'),
  },
  {
    path: '/company/profile/update',
    guard: { type: 'buyer' },
    screen: () => import('./screens/company-update.tsx'),
  },
]

const guard = { type: 'qed' } as const
const list = { screen: () => import('./screens/suppliers.tsx') }
const screens = table<SupplierSlots>()

const SCREENS: Readonly<Record<keyof SupplierSlots, Screen>> = {
  suppliers: list,
  subscribedSuppliers: list,
  registeredSuppliers: list,
  supplier: { screen: () => import('./screens/supplier.tsx') },
  world: { screen: () => import('./screens/world.tsx') },
  worldSupplier: { screen: () => import('./screens/world-supplier.tsx') },
  worldOwners: { screen: () => import('./screens/world-owners.tsx') },
}

/** The operator's suppliers. */
export const operatorSupplierRows: readonly Row[] = [
  ...rowsOf({
    desk: 'operator',
    tables: {
      '': screens({
        suppliers: cell('/zabuni/suppliers'),
        subscribedSuppliers: cell('/zabuni/subscribed_suppliers'),
        registeredSuppliers: cell('/zabuni/run_registered_suppliers/list'),
        supplier: cell('/zabuni/suppliers/:supplierId/details'),
      }),
    },
    screens: SCREENS,
  }),
  {
    path: '/zabuni/suppliers/categories',
    guard,
    screen: () => import('./screens/category-counts.tsx'),
  },
  {
    path: '/zabuni/supplier/update/:supplierId',
    guard,
    screen: () => import('./screens/update-supplier.tsx'),
  },
  {
    path: '/zabuni/supplier/categories/:supplierId',
    guard,
    screen: () => import('./screens/supplier-categories.tsx'),
  },
  {
    path: '/zabuni/bidwithdrawals',
    guard: { ...guard, privilege: 'MANAGE_SUPPLIER' },
    screen: () => import('./screens/withdrawals.tsx'),
  },
  {
    path: '/zabuni/special_group_suppliers',
    guard,
    screen: () => import('./screens/applications.tsx'),
  },
  {
    path: '/zabuni/supplier/validate/special_group/:membershipId',
    guard,
    screen: () => import('./screens/validate.tsx'),
  },
]

/** The world of suppliers, as a buyer searches it. */
export const worldRows: readonly Row[] = rowsOf({
  desk: 'buyer',
  tables: {
    '': screens({
      world: cell('/company/supplier_world/search/supplier'),
      worldSupplier: cell('/company/supplier_world/search/supplier/:supplierId/details'),
      worldOwners: cell('/company/supplier_world/search/director_shareholder'),
    }),
  },
  screens: SCREENS,
})
