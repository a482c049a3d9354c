import { queryOptions } from '@tanstack/react-query'
import {
  type Query as BuyerQuery,
  type Schemas as BuyerSchemas,
  api as buyer,
} from '@zabuni/api/buyer'
import { asBytes, data } from '@zabuni/api/client'
import { type Schemas as DeskSchemas, api as desk, type Query } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import {
  type Query as OperatorQuery,
  type Schemas as OperatorSchemas,
  api as operator,
} from '@zabuni/api/operator'
import { type Schemas as SupplierSchemas, api as supplier } from '@zabuni/api/supplier'

/** A buyer company with its modules and services. */
export type BuyerProfile = OperatorSchemas['BuyerProfile']
/** A kind of supply in the operator's list. */
export type CategoryType = OperatorSchemas['CategoryTypeRow']
/** A criterion with its questions. */
export type Criterion = OperatorSchemas['CriterionDetails']
/** A branch. */
export type Branch = BuyerSchemas['BranchItem']
/** A department. */
export type Department = BuyerSchemas['DepartmentItem']
/** A special group. */
export type Group = DeskSchemas['SpecialGroupItem']
/** A case against a supplier. */
export type Case = DeskSchemas['BlacklistCase']
/** What both sides have said in a case. */
export type CaseText = Omit<Case, 'supplier_id' | 'supplier' | 'country' | 'platform'>
/** A case as its supplier sees it. */
export type Notice = SupplierSchemas['SupplierNotice']
/** A document template. */
export type Template = BuyerSchemas['DocumentTemplate']

const key = (...parts: unknown[]) => [...keys.companies, ...parts]
const found = (search: string) => ({ params: { query: search ? { search } : {} } })

/** A buyer company. */
export const buyerProfile = (buyer_id: string) =>
  queryOptions({
    queryKey: key('buyer', buyer_id),
    queryFn: ({ signal }) =>
      data(operator.GET('/buyers/{buyer_id}', { params: { path: { buyer_id } }, signal })),
  })
/** Which kinds of supply a buyer uses. */
export const buyerTypes = (buyer_id: string) =>
  queryOptions({
    queryKey: key('buyer', buyer_id, 'types'),
    queryFn: ({ signal }) =>
      data(
        operator.GET('/buyers/{buyer_id}/category_types', {
          params: { path: { buyer_id } },
          signal,
        }),
      ),
  })
/** Kinds of supply in their order. */
export const types = (query: OperatorQuery<'catalogTypes'>) =>
  queryOptions({
    queryKey: key('types', query),
    queryFn: ({ signal }) => data(operator.GET('/category_types', { params: { query }, signal })),
  })
/** One kind of supply. */
export const type = (category_type_id: string) =>
  queryOptions({
    queryKey: key('type', category_type_id),
    queryFn: ({ signal }) =>
      data(
        operator.GET('/category_types/{category_type_id}', {
          params: { path: { category_type_id } },
          signal,
        }),
      ),
  })
/** One criterion of a kind of supply. */
export const criterion = (category_type_id: string, criterion_id: string) =>
  queryOptions({
    queryKey: key('criterion', criterion_id),
    queryFn: ({ signal }) =>
      data(
        operator.GET('/category_types/{category_type_id}/criteria/{criterion_id}', {
          params: { path: { category_type_id, criterion_id } },
          signal,
        }),
      ),
  })
/** How questions can be answered. */
export const activities = queryOptions({
  queryKey: keys.policies,
  queryFn: ({ signal }) => data(desk.GET('/activities', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})
/** What was taken over from those who publish it. */
export type ReferenceList = OperatorSchemas['ReferenceList']['list_name']
/** What a file would do to a list. */
export type ReferenceCheck = OperatorSchemas['ReferenceCheck']
/** Which lists there are. */
export const REFERENCE_LISTS = ['cpv', 'holidays'] as const satisfies readonly ReferenceList[]
/** Lists with how much of them there is. */
export const referenceLists = queryOptions({
  queryKey: key('reference'),
  queryFn: ({ signal }) => data(operator.GET('/reference-lists', { signal })),
})
/** Codes of what is bought. */
export const cpvCodes = (query: OperatorQuery<'cpvCodes'>) =>
  queryOptions({
    queryKey: key('reference', 'cpv', query),
    queryFn: ({ signal }) => data(operator.GET('/cpv-codes', { params: { query }, signal })),
  })
/** Days on which countries rest. */
export const publicHolidays = (query: OperatorQuery<'publicHolidays'>) =>
  queryOptions({
    queryKey: key('reference', 'holidays', query),
    queryFn: ({ signal }) => data(operator.GET('/public-holidays', { params: { query }, signal })),
  })
/** Branches with their departments. */
export const branches = (query: BuyerQuery<'branches'>) =>
  queryOptions({
    queryKey: key('branches', query),
    queryFn: ({ signal }) => data(buyer.GET('/branches', { params: { query }, signal })),
  })
/** Special groups. */
export const groups = (query: Query<'specialGroups'>) =>
  queryOptions({
    queryKey: key('groups', query),
    queryFn: ({ signal }) => data(desk.GET('/special-groups', { params: { query }, signal })),
  })
/** How far a case may be. */
export const CASE_STATUSES = [
  'notified',
  'replied',
  'blacklisted',
  'dismissed',
  'lifted',
] as const satisfies readonly Case['status'][]
/** What a supplier may be blacklisted for. */
export const GROUNDS = [
  'fraud',
  'corruption',
  'collusion',
  'default',
  'false_documents',
  'other',
] as const satisfies readonly Case['ground'][]
/** What narrows the list of cases. */
export type CasesQuery = Query<'blacklist'>
/** Notices and decisions against suppliers. */
export const cases = (query: CasesQuery) =>
  queryOptions({
    queryKey: key('cases', query),
    queryFn: ({ signal }) => data(desk.GET('/blacklist', { params: { query }, signal })),
  })
/** Suppliers to choose from. */
export const searchSuppliers = async (search: string, signal: AbortSignal) =>
  (await data(desk.GET('/blacklist/suppliers', { ...found(search), signal }))).items
/** Cases against my company. */
export const notices = queryOptions({
  queryKey: key('notices'),
  queryFn: ({ signal }) => data(supplier.GET('/notices', { signal })),
})
/** Document templates of the company. */
export const templates = (query: BuyerQuery<'documentTemplates'>) =>
  queryOptions({
    queryKey: key('templates', query),
    queryFn: ({ signal }) => data(buyer.GET('/document-templates', { params: { query }, signal })),
  })
/** The versions of a template. */
export const versions = (template_id: string) =>
  queryOptions({
    queryKey: key('versions', template_id),
    queryFn: ({ signal }) =>
      data(
        buyer.GET('/document-templates/{template_id}/versions', {
          params: { path: { template_id } },
          signal,
        }),
      ),
  })
/** Whose shares a group of the platform can ask for. */
export const SEGMENTS = ['women', 'youth', 'disability'] as const

/** Give a supplier notice, with a period for its reply. */
export const createNotice = (body: DeskSchemas['NoticeInputBody']) =>
  desk.POST('/blacklist', { body })
/** Blacklist the supplier until a day, or dismiss the case. */
export const decideCase = (case_id: string, body: DeskSchemas['DecisionInputBody']) =>
  desk.POST('/blacklist/{case_id}/decision', { params: { path: { case_id } }, body })
/** Lift a decision before it expires. */
export const whitelist = (case_id: string, body: DeskSchemas['WhitelistInputBody']) =>
  desk.POST('/blacklist/{case_id}/whitelist', { params: { path: { case_id } }, body })
/** Change a branch. */
export const updateBranch = (branch_id: string, body: BuyerSchemas['BranchForm']) =>
  buyer.PUT('/branches/{branch_id}', { params: { path: { branch_id } }, body })
/** Add a branch. */
export const createBranch = (body: BuyerSchemas['BranchForm']) => buyer.POST('/branches', { body })
/** Change a department. */
export const updateDepartment = (department_id: string, body: BuyerSchemas['DepartmentForm']) =>
  buyer.PUT('/departments/{department_id}', { params: { path: { department_id } }, body })
/** Add a department of a branch. */
export const createDepartment = (body: BuyerSchemas['DepartmentForm']) =>
  buyer.POST('/departments', { body })
/** Change a buyer company. */
export const updateBuyer = (buyer_id: string, body: OperatorSchemas['BuyerForm']) =>
  operator.PUT('/buyers/{buyer_id}', { params: { path: { buyer_id } }, body })
/** Register a buyer company. */
export const createBuyer = (body: OperatorSchemas['BuyerForm']) =>
  operator.POST('/buyers', { body })
/** Choose the category types that a buyer uses. */
export const setBuyerCategoryTypes = (buyer_id: string, body: OperatorSchemas['TypesInputBody']) =>
  operator.PUT('/buyers/{buyer_id}/category_types', { params: { path: { buyer_id } }, body })
/** Add criteria to a category type. */
export const createCriterion = (category_type_id: string, body: OperatorSchemas['CriterionForm']) =>
  operator.POST('/category_types/{category_type_id}/criteria', {
    params: { path: { category_type_id } },
    body,
  })
/** Change a special group. */
export const updateSpecialGroup = (group_id: string, body: DeskSchemas['SpecialGroupForm']) =>
  desk.PUT('/special-groups/{group_id}', { params: { path: { group_id } }, body })
/** Add a special group. */
export const createSpecialGroup = (body: DeskSchemas['SpecialGroupForm']) =>
  desk.POST('/special-groups', { body })
/** Turn a module on or off. */
export const setModule = (
  buyer_id: string,
  module:
    | 'prequalification'
    | 'expression_of_interest'
    | 'tender'
    | 'rfq'
    | 'asset_disposal'
    | 'supplier_registration'
    | 'risk'
    | 'auctions'
    | 'contracts'
    | 'archive',
  body: OperatorSchemas['ModuleInputBody'],
) =>
  operator.PUT('/buyers/{buyer_id}/modules/{module}', {
    params: { path: { buyer_id, module } },
    body,
  })
/** Which services a buyer bought. */
export const setServices = (buyer_id: string, body: OperatorSchemas['ServicesInputBody']) =>
  operator.PUT('/buyers/{buyer_id}/services', { params: { path: { buyer_id } }, body })
/** Take a template out of use, or put it back. */
export const archiveDocumentTemplate = (
  template_id: string,
  body: BuyerSchemas['ArchiveTemplateBody'],
) =>
  buyer.PUT('/document-templates/{template_id}/archived', {
    params: { path: { template_id } },
    body,
  })
/** Change a category type. */
export const updateCategoryType = (
  category_type_id: string,
  body: OperatorSchemas['CategoryTypeForm'],
) =>
  operator.PUT('/category_types/{category_type_id}', {
    params: { path: { category_type_id } },
    body,
  })
/** Add a category type. */
export const createCategoryType = (body: OperatorSchemas['CategoryTypeForm']) =>
  operator.POST('/category_types', { body })
/** Remove criteria of a category type. */
export const deleteCriterion = (category_type_id: string, criterion_id: string) =>
  operator.DELETE('/category_types/{category_type_id}/criteria/{criterion_id}', {
    params: { path: { category_type_id, criterion_id } },
  })
/** Put a category type at a place of the list. */
export const moveCategoryType = (category_type_id: string, body: OperatorSchemas['MoveTypeBody']) =>
  operator.PUT('/category_types/{category_type_id}/position', {
    params: { path: { category_type_id } },
    body,
  })
/** Carry an uploaded workbook out, in the background. */
export const uploadBuyers = (upload_id: string, body: OperatorSchemas['ConfirmSheetBody']) =>
  operator.POST('/uploads/buyers/{upload_id}/start', { params: { path: { upload_id } }, body })
/** Carry an uploaded workbook out, in the background. */
export const uploadCategoryTypes = (upload_id: string, body: OperatorSchemas['ConfirmSheetBody']) =>
  operator.POST('/uploads/category_types/{upload_id}/start', {
    params: { path: { upload_id } },
    body,
  })
/** Change a criterion. */
export const updateCriterion = (
  category_type_id: string,
  criterion_id: string,
  body: OperatorSchemas['CriterionForm'],
) =>
  operator.PUT('/category_types/{category_type_id}/criteria/{criterion_id}', {
    params: { path: { category_type_id, criterion_id } },
    body,
  })
/** Reply to a notice, within its period. */
export const replyToNotice = (case_id: string, text: string) =>
  supplier.POST('/notices/{case_id}/reply', { params: { path: { case_id } }, body: { text } })
/** Appeal against a decision, once. */
export const appealDecision = (case_id: string, text: string) =>
  supplier.POST('/notices/{case_id}/appeal', { params: { path: { case_id } }, body: { text } })
/** A document template with its first version. */
export const createDocumentTemplate = (
  about: { name: string; category: Template['category']; description: string },
  file: File,
) =>
  buyer.POST('/document-templates', {
    params: { query: { ...about, file_name: file.name } },
    ...asBytes(file),
  })
/** A new version of a document template. */
export const addTemplateVersion = (template_id: string, note: string, file: File) =>
  buyer.POST('/document-templates/{template_id}/versions', {
    params: { path: { template_id }, query: { note, file_name: file.name } },
    ...asBytes(file),
  })
/** What a workbook of buyers would do. */
export const checkBuyers = (file: File) =>
  operator.POST('/uploads/buyers', {
    params: { query: { file_name: file.name } },
    ...asBytes(file),
  })
/** What a workbook of kinds of supply would do. */
export const checkCategoryTypes = (file: File) =>
  operator.POST('/uploads/category_types', {
    params: { query: { file_name: file.name } },
    ...asBytes(file),
  })
/** See what a file would do to a list. */
export const checkReferenceList = (list: ReferenceList, file: File) =>
  operator.POST('/reference-lists/{list_name}/check', {
    params: { path: { list_name: list }, query: { file_name: file.name } },
    ...asBytes(file),
  })
/** Let a file take the place of what a list said. */
export const takeReferenceList = (list: ReferenceList, file: File, stamp: string) =>
  operator.POST('/reference-lists/{list_name}', {
    params: { path: { list_name: list }, query: { file_name: file.name, stamp } },
    ...asBytes(file),
  })
