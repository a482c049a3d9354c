import { cell, type Table, type Tables, table } from '@zabuni/activities/table'
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

const screens = table<ContractSlots>()
const making = table<ContractSlots & MakingSlots & HelpingSlots>()
const library = table<LibrarySlots>()
const places = table<PlaceSlots>()

/** A contract is found in two lists: among all, and among those that wait for an approval. */
export const CONTRACTS: Tables<ContractSlots> = {
  '': screens({ dashboard: cell('/contract-management/dashboard') }),
  edit: screens({
    contracts: cell('/contract-management/edit'),
    contract: cell('/contract-management/edit/:contractId/view'),
    contractUpdate: cell('/contract-management/edit/:contractId/update', 'MANAGE_CONTRACT'),
  }),
  approval: screens({
    contracts: cell('/contract-management/approval'),
    contract: cell('/contract-management/approval/:contractId/view'),
  }),
}

/** Where contracts are made, and found again by who made them. */
export const MAKING: Readonly<
  Record<'buyer' | 'operator' | 'contracts', Table<ContractSlots & MakingSlots & HelpingSlots>>
> = {
  buyer: making({
    dashboard: cell('/buyer/contracts/dashboard'),
    contracts: cell('/buyer/contracts/supplier/contracts'),
    contract: cell('/buyer/contracts/supplier/contract/:contractId/view'),
    contractCreate: cell('/buyer/contracts/supplier/contract/create', 'MANAGE_CONTRACT'),
    contractUpdate: cell(
      '/buyer/contracts/supplier/contract/:contractId/update',
      'MANAGE_CONTRACT',
    ),
  }),
  operator: making({
    contractBuyers: cell('/zabuni/contracts/buyer/list', 'MANAGE_CONTRACT'),
    buyerContracts: cell('/zabuni/contracts/buyer/:buyerId/contracts', 'MANAGE_CONTRACT'),
    contract: cell('/zabuni/contracts/:contractId', 'MANAGE_CONTRACT'),
    contractCreate: cell('/zabuni/contracts/contract/create', 'MANAGE_CONTRACT'),
    contractUpdate: cell('/zabuni/contracts/contract/:contractId/update', 'MANAGE_CONTRACT'),
  }),
  contracts: making({
    contractAuthor: cell('/contract-management/create/author', 'MANAGE_CONTRACT'),
    contractUpload: cell('/contract-management/create/upload', 'MANAGE_CONTRACT'),
    contractAsk: cell('/contract-management/create/ai', 'MANAGE_CONTRACT'),
  }),
}

/** Where a buyer's people agree on contracts: who approves, what waits for them, what is with the operator. */
export const AGREEING: Table<AgreeingSlots> = table<AgreeingSlots>()({
  contractApprove: cell('/buyer/contracts/supplier/contract/:contractId/approve'),
  contractApprovers: cell('/company/approvers/supplier_contracts'),
  platformContracts: cell('/buyer/contracts/qed'),
  platformContractUpdate: cell('/buyer/contracts/qed/:contractId/update', 'MANAGE_CONTRACT'),
})

/** Where a supplier finds what it was sent. */
export const SUPPLIED: Table<ContractSlots> = screens({
  dashboard: cell('/supplier/contracts/dashboard'),
  contracts: cell('/supplier/contracts'),
  contract: cell('/supplier/contracts/:contractId/view'),
  contractUpdate: cell('/supplier/contracts/:contractId/update', 'MANAGE_CONTRACT'),
})

/** The second reading of the specification: a contract below its buyer. */
export const ALIASES: Table<ContractSlots & MakingSlots & HelpingSlots> = making({
  contract: cell('/zabuni/contracts/buyer/:buyerId/contracts/:contractId', 'MANAGE_CONTRACT'),
})

/** Where contracts are found by the jobs and categories that they came of. */
export const PLACES: Readonly<Record<'buyer' | 'operator', Table<PlaceSlots>>> = {
  buyer: places({
    contractJobs: cell('/buyer/contracts/supplier/jobs'),
    contractJob: cell('/buyer/contracts/supplier/jobs/:jobId/:activity/categories'),
    categoryContracts: cell('/buyer/contracts/supplier/:activity/categories/:categoryId/contracts'),
    categoryContractSuppliers: cell('/buyer/contracts/supplier/categories/:categoryId/suppliers'),
  }),
  operator: places({
    helpedContracts: cell('/zabuni/contracts/dashboard', 'MANAGE_CONTRACT'),
    contractJobs: cell('/zabuni/contracts/buyer/:buyerId/jobs', 'MANAGE_CONTRACT'),
  }),
}

/** Where clauses and templates are found: one set of screens under three bases. */
export const LIBRARY: Readonly<Record<'buyer' | 'operator' | 'contracts', Table<LibrarySlots>>> = {
  buyer: library({
    clauses: cell('/buyer/contracts/sections'),
    clause: cell('/buyer/contracts/sections/:sectionId/view'),
    clauseCreate: cell('/buyer/contracts/sections/create', 'MANAGE_DOCUMENTS'),
    clauseUpdate: cell('/buyer/contracts/sections/:sectionId/update', 'MANAGE_DOCUMENTS'),
    contractTemplates: cell('/buyer/contracts/templates'),
    contractTemplate: cell('/buyer/contracts/templates/:templateId/view'),
    contractTemplateCreate: cell('/buyer/contracts/templates/create', 'MANAGE_DOCUMENTS'),
    contractTemplateUpdate: cell(
      '/buyer/contracts/templates/:templateId/update',
      'MANAGE_DOCUMENTS',
    ),
  }),
  operator: library({
    clauses: cell('/zabuni/contracts/sections'),
    clause: cell('/zabuni/contracts/sections/:sectionId/view'),
    clauseCreate: cell('/zabuni/contracts/sections/create', 'MANAGE_DOCUMENTS'),
    clauseUpdate: cell('/zabuni/contracts/sections/:sectionId/update', 'MANAGE_DOCUMENTS'),
    contractTemplates: cell('/zabuni/contracts/templates'),
    contractTemplate: cell('/zabuni/contracts/templates/:templateId/view'),
    contractTemplateCreate: cell('/zabuni/contracts/templates/create', 'MANAGE_DOCUMENTS'),
    contractTemplateUpdate: cell(
      '/zabuni/contracts/templates/:templateId/update',
      'MANAGE_DOCUMENTS',
    ),
  }),
  contracts: library({
    clauses: cell('/contract-management/sections'),
    clause: cell('/contract-management/sections/:sectionId/view'),
    clauseCreate: cell('/contract-management/sections/create', 'MANAGE_DOCUMENTS'),
    clauseUpdate: cell('/contract-management/sections/:sectionId/update', 'MANAGE_DOCUMENTS'),
    contractTemplates: cell('/contract-management/templates'),
    contractTemplate: cell('/contract-management/templates/:templateId/view'),
    contractTemplateCreate: cell('/contract-management/templates/create', 'MANAGE_DOCUMENTS'),
    contractTemplateUpdate: cell(
      '/contract-management/templates/:templateId/update',
      'MANAGE_DOCUMENTS',
    ),
  }),
}

/** Where categories of contracts are found. */
export const CATEGORIES: Table<CategorySlots> = table<CategorySlots>()({
  contractCategories: cell('/contract-management/categories'),
  contractCategoryCreate: cell('/contract-management/categories/create', 'MANAGE_CONTRACT'),
  contractCategoryEdit: cell('/contract-management/categories/edit/:categoryId', 'MANAGE_CONTRACT'),
})

/** Where contracts are signed, and where those that were signed on paper are brought. */
export const SIGNING: Table<SigningSlots> = table<SigningSlots>()({
  toSign: cell('/contract-management/signature'),
  signedUpload: cell('/contract-management/signature/:contractId/upload', 'MANAGE_CONTRACT'),
})

/** Where what is in force is watched, and what is over is found. */
export const PAST: Table<PastSlots> = table<PastSlots>()({
  pastUpload: cell('/contract-management/archival/upload', 'MANAGE_CONTRACT'),
  pastShelves: cell('/contract-management/archival/view'),
  pastContracts: cell('/contract-management/archival/view/:categoryId/contracts'),
  pastContract: cell('/contract-management/archival/view/:contractId'),
  pastPerformance: cell('/contract-management/archival/view/:contractId/performance'),
  contractReports: cell('/contract-management/reports', 'VIEW_REPORT'),
  contractReportProgress: cell('/contract-management/report/progress/:taskId', 'VIEW_REPORT'),
})
