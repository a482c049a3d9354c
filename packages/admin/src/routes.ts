import { cell, rowsOf, type Screen, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { AdminSlots } from './slots.ts'

const screens = table<AdminSlots>()

const SCREENS: Readonly<Record<keyof AdminSlots, Screen>> = {
  buyer: { screen: () => import('./buyer-view.tsx') },
  blacklist: { screen: () => import('./blacklist.tsx') },
}

const qed = { type: 'qed' } as const
const buyer = { type: 'buyer' } as const

/** The operator's administration of buyer companies and reference data. */
export const operatorRows: readonly Row[] = [
  { path: '/zabuni/buyers/create', guard: qed, screen: () => import('./buyer-form.tsx') },
  { path: '/zabuni/buyers/:buyerId/update', guard: qed, screen: () => import('./buyer-form.tsx') },
  ...rowsOf({
    desk: 'operator',
    tables: { '': screens({ buyer: cell('/zabuni/buyers/:buyerId/view') }) },
    screens: SCREENS,
  }),
  { path: '/zabuni/buyers/:buyerId/services', guard: qed, screen: () => import('./services.tsx') },
  { path: '/zabuni/modules/:buyerId', guard: qed, screen: () => import('./modules.tsx') },
  { path: '/modules/:buyerId', guard: qed, screen: () => import('./modules.tsx') },
  {
    path: '/zabuni/buyers/:buyerId/category_types',
    guard: qed,
    screen: () => import('./buyer-types.tsx'),
  },
  { path: '/zabuni/category_types', guard: qed, screen: () => import('./types.tsx') },
  {
    path: '/zabuni/category_types/view/:categoryTypeId',
    guard: qed,
    screen: () => import('./type-view.tsx'),
  },
  { path: '/zabuni/category_types/create', guard: qed, screen: () => import('./type-form.tsx') },
  {
    path: '/zabuni/category_types/edit/:categoryTypeId',
    guard: qed,
    screen: () => import('./type-form.tsx'),
  },
  {
    path: '/zabuni/category_types/upload/buyers',
    guard: qed,
    screen: () => import('./upload-buyers.tsx'),
  },
  { path: '/zabuni/category_types/upload', guard: qed, screen: () => import('./upload-types.tsx') },
  {
    path: '/zabuni/category_types/criteria/create/:categoryTypeId',
    guard: qed,
    screen: () => import('./criterion-form.tsx'),
  },
  {
    path: '/zabuni/category_types/criteria/edit/:categoryTypeId/:criteriaId',
    guard: qed,
    screen: () => import('./criterion-form.tsx'),
  },
  {
    path: '/zabuni/reference-data/:list',
    guard: qed,
    screen: () => import('./reference.tsx'),
  },
  {
    path: '/zabuni/reference-data/:list/import',
    guard: { ...qed, privilege: 'MANAGE_CATEGORY' },
    screen: () => import('./reference-import.tsx'),
  },
  { path: '/zabuni/special-groups', guard: qed, screen: () => import('./groups.tsx') },
  { path: '/zabuni/special-groups/create', guard: qed, screen: () => import('./group-form.tsx') },
  {
    path: '/zabuni/special-groups/:specialGroupId/update',
    guard: qed,
    screen: () => import('./group-form.tsx'),
  },
  { path: '/zabuni/blacklisted/suppliers', guard: qed, screen: () => import('./blacklist.tsx') },
]

/** A buyer's own branches, groups, templates and blacklist. */
export const buyerRows: readonly Row[] = [
  { path: '/company/branches', guard: buyer, screen: () => import('./branches.tsx') },
  { path: '/company/branches/create', guard: buyer, screen: () => import('./branch-form.tsx') },
  {
    path: '/company/branches/:branchId/update',
    guard: buyer,
    screen: () => import('./branch-form.tsx'),
  },
  { path: '/company/special-groups', guard: buyer, screen: () => import('./groups.tsx') },
  {
    path: '/company/special-groups/create',
    guard: buyer,
    screen: () => import('./group-form.tsx'),
  },
  {
    path: '/company/special-groups/:specialGroupId/update',
    guard: buyer,
    screen: () => import('./group-form.tsx'),
  },
  ...rowsOf({
    desk: 'buyer',
    tables: { '': screens({ blacklist: cell('/company/blacklisted/suppliers') }) },
    screens: SCREENS,
  }),
  { path: '/company/document-templates', guard: buyer, screen: () => import('./templates.tsx') },
]

/** A supplier's side of cases against it. */
export const supplierRows: readonly Row[] = [
  { path: '/profile/notices', guard: { type: 'supplier' }, screen: () => import('./notices.tsx') },
]
