import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { CATEGORIES, CONTRACTS, LIBRARY } from './paths.ts'
import type { CategorySlots, ContractSlots, LibrarySlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof ContractSlots, Screen>> = {
  dashboard: { screen: () => import('./screens/dashboard.tsx') },
  contracts: { screen: () => import('./screens/list.tsx') },
  contract: { screen: () => import('./screens/view.tsx') },
  contractUpdate: { screen: () => import('./screens/form.tsx') },
}

const SHELVES: Readonly<Record<keyof LibrarySlots, Screen>> = {
  clauses: { screen: () => import('./library/clauses.tsx'), operation: 'contractSections' },
  clause: { screen: () => import('./library/clause.tsx'), operation: 'contractSection' },
  clauseCreate: {
    screen: () => import('./library/clause-form.tsx'),
    operation: 'createContractSection',
  },
  clauseUpdate: {
    screen: () => import('./library/clause-form.tsx'),
    operation: 'updateContractSection',
  },
  contractTemplates: {
    screen: () => import('./library/templates.tsx'),
    operation: 'contractTemplates',
  },
  contractTemplate: {
    screen: () => import('./library/template.tsx'),
    operation: 'contractTemplate',
  },
  contractTemplateCreate: {
    screen: () => import('./library/template-form.tsx'),
    operation: 'createContractTemplate',
  },
  contractTemplateUpdate: {
    screen: () => import('./library/template-form.tsx'),
    operation: 'updateContractTemplate',
  },
}

const KINDS: Readonly<Record<keyof CategorySlots, Screen>> = {
  contractCategories: {
    screen: () => import('./library/categories.tsx'),
    operation: 'contractCategories',
  },
  contractCategoryCreate: {
    screen: () => import('./library/category-form.tsx'),
    operation: 'createContractCategory',
  },
  contractCategoryEdit: {
    screen: () => import('./library/category-form.tsx'),
    operation: 'updateContractCategory',
  },
}

/** The library of a desk where contracts are one work among others; a buyer's is closed without the module. */
export const contractLibraryRows = (desk: 'buyer' | 'operator'): Row[] =>
  rowsOf({
    desk,
    tables: { contracts: LIBRARY[desk] },
    screens: SHELVES,
    module: desk === 'buyer' ? 'contracts' : undefined,
  })

/** The screens of contract management. */
export const contractRows: readonly Row[] = [
  ...rowsOf({ desk: 'contracts', tables: CONTRACTS, screens: SCREENS }),
  ...rowsOf({ desk: 'contracts', tables: { '': LIBRARY.contracts }, screens: SHELVES }),
  ...rowsOf({ desk: 'contracts', tables: { '': CATEGORIES }, screens: KINDS }),
]
