import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import {
  AGREEING,
  ALIASES,
  CATEGORIES,
  CONTRACTS,
  LIBRARY,
  MAKING,
  PAST,
  PLACES,
  SIGNING,
  SUPPLIED,
} from './paths.ts'
import type {
  AgreeingSlots,
  CategorySlots,
  ContractSlots,
  HelpingSlots,
  LibrarySlots,
  MakingSlots,
  PastSlots,
  PlaceSlots,
  SigningSlots,
} from './slots.ts'

const SCREENS: Readonly<Record<keyof ContractSlots, Screen>> = {
  dashboard: { screen: () => import('./screens/dashboard.tsx'), operation: 'contractDashboard' },
  contracts: { screen: () => import('./screens/list.tsx'), operation: 'contracts' },
  contract: { screen: () => import('./screens/view.tsx'), operation: 'contract' },
  contractUpdate: { screen: () => import('./making/update.tsx'), operation: 'updateContract' },
}

const create: Screen = {
  screen: () => import('./making/create.tsx'),
  operation: 'createContract',
}
const MADE: Readonly<Record<keyof (ContractSlots & MakingSlots & HelpingSlots), Screen>> = {
  ...SCREENS,
  contractCreate: create,
  contractAuthor: create,
  contractUpload: create,
  contractAsk: create,
  contractBuyers: { screen: () => import('./making/buyers.tsx'), operation: 'buyers' },
  buyerContracts: { screen: () => import('./screens/list.tsx'), operation: 'contracts' },
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

const AGREED: Readonly<Record<keyof AgreeingSlots, Screen>> = {
  contractApprove: { screen: () => import('./agree/approve.tsx'), operation: 'contractApproval' },
  contractApprovers: { screen: () => import('./agree/levels.tsx'), operation: 'contractLevels' },
  platformContracts: { screen: () => import('./screens/list.tsx'), operation: 'contracts' },
  platformContractUpdate: {
    screen: () => import('./making/update.tsx'),
    operation: 'updateContract',
  },
}

const SENT: Readonly<Record<keyof ContractSlots, Screen>> = {
  dashboard: {
    screen: () => import('./supplied/dashboard.tsx'),
    operation: 'suppliedDashboard',
  },
  contracts: { screen: () => import('./supplied/list.tsx'), operation: 'suppliedContracts' },
  contract: { screen: () => import('./supplied/view.tsx'), operation: 'suppliedContract' },
  contractUpdate: {
    screen: () => import('./supplied/update.tsx'),
    operation: 'proposeContractText',
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

const SIGNED: Readonly<Record<keyof SigningSlots, Screen>> = {
  toSign: { screen: () => import('./signing/list.tsx'), operation: 'contractsToSign' },
  signedUpload: { screen: () => import('./signing/upload.tsx'), operation: 'offerContractScan' },
}

const PLACED: Readonly<Record<keyof PlaceSlots, Screen>> = {
  helpedContracts: { screen: () => import('./places/helped.tsx'), operation: 'contractBuyers' },
  contractJobs: { screen: () => import('./places/jobs.tsx'), operation: 'contractJobs' },
  contractJob: { screen: () => import('./places/job.tsx'), operation: 'contractJob' },
  categoryContracts: {
    screen: () => import('./places/category.tsx'),
    operation: 'categoryContracts',
  },
  categoryContractSuppliers: {
    screen: () => import('./places/suppliers.tsx'),
    operation: 'categoryContractSuppliers',
  },
}

const OVER: Readonly<Record<keyof PastSlots, Screen>> = {
  pastUpload: { screen: () => import('./force/import.tsx'), operation: 'importContract' },
  pastShelves: { screen: () => import('./force/shelves.tsx'), operation: 'contractShelves' },
  pastContracts: { screen: () => import('./force/past.tsx'), operation: 'pastContracts' },
  pastContract: { screen: () => import('./force/kept.tsx'), operation: 'keptContract' },
  pastPerformance: {
    screen: () => import('./force/performance.tsx'),
    operation: 'contractPerformance',
  },
  contractReports: { screen: () => import('./force/reports.tsx'), operation: 'askContractReport' },
  contractReportProgress: { screen: () => import('@zabuni/tasks/progress') },
}

/** The contracts of a desk where they are one work among others; a buyer's are closed without the module. */
export const contractDeskRows = (desk: 'buyer' | 'operator'): Row[] => {
  const module = desk === 'buyer' ? 'contracts' : undefined
  return [
    ...rowsOf({
      desk,
      tables: { contracts: MAKING[desk] },
      aliases: desk === 'operator' ? { contracts: ALIASES } : {},
      screens: MADE,
      module,
    }),
    ...rowsOf({ desk, tables: { contracts: PLACES[desk] }, screens: PLACED, module }),
    ...rowsOf({ desk, tables: { contracts: LIBRARY[desk] }, screens: SHELVES, module }),
    ...(desk === 'buyer'
      ? rowsOf({ desk, tables: { contracts: AGREEING }, screens: AGREED, module })
      : []),
  ]
}

/** What a supplier reads of contracts, and answers. */
export const suppliedContractRows: readonly Row[] = rowsOf({
  desk: 'supplier',
  tables: { contracts: SUPPLIED },
  screens: SENT,
})

/** The screens of contract management. */
export const contractRows: readonly Row[] = [
  ...rowsOf({ desk: 'contracts', tables: CONTRACTS, screens: SCREENS }),
  ...rowsOf({ desk: 'contracts', tables: { '': MAKING.contracts }, screens: MADE }),
  ...rowsOf({ desk: 'contracts', tables: { '': LIBRARY.contracts }, screens: SHELVES }),
  ...rowsOf({ desk: 'contracts', tables: { '': CATEGORIES }, screens: KINDS }),
  ...rowsOf({ desk: 'contracts', tables: { signature: SIGNING }, screens: SIGNED }),
  ...rowsOf({ desk: 'contracts', tables: { '': PAST }, screens: OVER }),
]
