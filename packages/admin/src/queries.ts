import { queryOptions } from '@tanstack/react-query'
import { type Schemas as BuyerSchemas, api as buyer } from '@zabuni/api/buyer'
import { data } from '@zabuni/api/client'
import { type Schemas as DeskSchemas, api as desk } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { type Schemas as OperatorSchemas, api as operator } from '@zabuni/api/operator'
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
export const types = (search: string) =>
  queryOptions({
    queryKey: key('types', search),
    queryFn: ({ signal }) => data(operator.GET('/category_types', { ...found(search), signal })),
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
  queryKey: ['sourcing', 'activities'],
  queryFn: ({ signal }) => data(desk.GET('/activities', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})
/** The countries of the platform. */
export const countries = queryOptions({
  queryKey: ['core', 'countries'],
  queryFn: async ({ signal }) => (await data(desk.GET('/core/countries/', { signal }))).items,
  staleTime: Number.POSITIVE_INFINITY,
})
/** Branches with their departments. */
export const branches = (search: string) =>
  queryOptions({
    queryKey: key('branches', search),
    queryFn: ({ signal }) => data(buyer.GET('/branches', { ...found(search), signal })),
  })
/** Special groups. */
export const groups = (search: string) =>
  queryOptions({
    queryKey: key('groups', search),
    queryFn: ({ signal }) => data(desk.GET('/special-groups', { ...found(search), signal })),
  })
/** What narrows the list of cases. */
export type CasesQuery = { status?: Case['status']; search?: string; after?: string }
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
export const templates = (query: { search?: string; archived?: boolean }) =>
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
/** A language in which a workbook can be had. */
/** Whose shares a group of the platform can ask for. */
export const SEGMENTS = ['women', 'youth', 'disability'] as const
