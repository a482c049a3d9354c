import type { Row } from '@zabuni/routing/row'

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

/** What a screen finds in its route's handle: which list of suppliers it is. */
export type SuppliersHandle = { list: 'all' | 'subscribed' | 'registered' }

const guard = { type: 'qed' } as const
const list = () => import('./screens/suppliers.tsx')
const handle = (which: SuppliersHandle['list']): SuppliersHandle => ({ list: which })

/** The operator's suppliers. */
export const operatorSupplierRows: readonly Row[] = [
  { path: '/zabuni/suppliers', guard, screen: list, handle: handle('all') },
  { path: '/zabuni/subscribed_suppliers', guard, screen: list, handle: handle('subscribed') },
  {
    path: '/zabuni/run_registered_suppliers/list',
    guard,
    screen: list,
    handle: handle('registered'),
  },
  {
    path: '/zabuni/suppliers/categories',
    guard,
    screen: () => import('./screens/category-counts.tsx'),
  },
  {
    path: '/zabuni/suppliers/:id/details',
    guard,
    screen: () => import('./screens/supplier.tsx'),
  },
  {
    path: '/zabuni/supplier/update/:id',
    guard,
    screen: () => import('./screens/update-supplier.tsx'),
  },
  {
    path: '/zabuni/supplier/categories/:id',
    guard,
    screen: () => import('./screens/supplier-categories.tsx'),
  },
  {
    path: '/zabuni/special_group_suppliers',
    guard,
    screen: () => import('./screens/applications.tsx'),
  },
  {
    path: '/zabuni/supplier/validate/special_group/:id',
    guard,
    screen: () => import('./screens/validate.tsx'),
  },
]
