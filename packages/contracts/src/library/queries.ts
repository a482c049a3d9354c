import { queryOptions } from '@tanstack/react-query'
import { bytes, data } from '@zabuni/api/client'
import {
  type Query as ContractsQuery,
  type Schemas as ContractsSchemas,
  api as management,
} from '@zabuni/api/contracts'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Tone } from '@zabuni/ui/badge'

/** A clause in a list. */
export type ClauseRow = Schemas['ClauseRow']
/** A version of a clause. */
export type Clause = Schemas['ClauseDetails']
/** A clause as its author writes it. */
export type ClauseForm = Schemas['ClauseForm']
/** A contract template in a list. */
export type TemplateRow = Schemas['ContractTemplateRow']
/** A version of a contract template. */
export type Template = Schemas['ContractTemplateDetails']
/** A template as its author writes it. */
export type TemplateForm = Schemas['ContractTemplateForm']
/** A version of a clause or a template. */
export type Version = Schemas['TextVersion']
/** A category of contracts. */
export type Category = ContractsSchemas['ContractCategory']
/** A category as its author writes it. */
export type CategoryForm = ContractsSchemas['ContractCategoryForm']
/** What a clause is about. */
export type Topic = ClauseRow['topic']
/** How much a buyer gives away where a clause is changed. */
export type Risk = ClauseRow['risk']

/** What clauses are about, in the order in which contracts usually have them. */
export const TOPICS = [
  'parties',
  'scope',
  'price',
  'payment',
  'delivery',
  'warranty',
  'securities',
  'liability',
  'termination',
  'confidentiality',
  'disputes',
  'force_majeure',
  'general',
] as const satisfies Topic[]
/** How each risk looks. */
export const RISKS: Record<Risk, Tone> = { low: 'neutral', medium: 'warn', high: 'bad' }
/** Whose library something stands in. */
export const SHELVES = ['ours', 'platform'] as const
/** In which forms a text leaves the platform. */
export const PAPERS = ['pdf', 'docx'] as const

const library = [...keys.contracts, 'library'] as const

/** What a text may name. */
export const fields = queryOptions({
  queryKey: [...library, 'fields'],
  queryFn: ({ signal }) => data(api.GET('/contract-fields', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A page of clauses. */
export const clauses = (query: Query<'contractSections'>) =>
  queryOptions({
    queryKey: [...library, 'clauses', query],
    queryFn: ({ signal }) => data(api.GET('/contract-sections', { params: { query }, signal })),
  })

/** One version of a clause; the newest where none is named. */
export const clause = (section_id: string, version = 0) =>
  queryOptions({
    queryKey: [...library, 'clause', section_id, version],
    queryFn: ({ signal }) =>
      data(
        api.GET('/contract-sections/{section_id}', {
          params: { path: { section_id }, query: { version } },
          signal,
        }),
      ),
  })

/** Adds a clause. */
export const createClause = (body: ClauseForm) => data(api.POST('/contract-sections', { body }))
/** Writes a new version of one. */
export const updateClause = (section_id: string, version: number, form: ClauseForm) =>
  data(
    api.PUT('/contract-sections/{section_id}', {
      params: { path: { section_id } },
      body: { version, ...form },
    }),
  )
/** Takes one out of use, or puts it back. */
export const archiveClause = (section_id: string, archived: boolean) =>
  data(
    api.PUT('/contract-sections/{section_id}/archived', {
      params: { path: { section_id } },
      body: { archived },
    }),
  )
/** A version of a clause on paper. */
export const clausePaper = (section_id: string, version: number, as: (typeof PAPERS)[number]) =>
  bytes(
    api.GET('/contract-sections/{section_id}/paper', {
      params: { path: { section_id }, query: { version, as } },
      parseAs: 'blob',
    }),
  )

/** A page of contract templates. */
export const templates = (query: Query<'contractTemplates'>) =>
  queryOptions({
    queryKey: [...library, 'templates', query],
    queryFn: ({ signal }) => data(api.GET('/contract-templates', { params: { query }, signal })),
  })

/** One version of a template; the newest where none is named. */
export const template = (template_id: string, version = 0) =>
  queryOptions({
    queryKey: [...library, 'template', template_id, version],
    queryFn: ({ signal }) =>
      data(
        api.GET('/contract-templates/{template_id}', {
          params: { path: { template_id }, query: { version } },
          signal,
        }),
      ),
  })

/** Adds a template. */
export const createTemplate = (body: TemplateForm) =>
  data(api.POST('/contract-templates', { body }))
/** Writes a new version of one. */
export const updateTemplate = (template_id: string, version: number, form: TemplateForm) =>
  data(
    api.PUT('/contract-templates/{template_id}', {
      params: { path: { template_id } },
      body: { version, ...form },
    }),
  )
/** Takes one out of use, or puts it back. */
export const archiveTemplate = (template_id: string, archived: boolean) =>
  data(
    api.PUT('/contract-templates/{template_id}/archived', {
      params: { path: { template_id } },
      body: { archived },
    }),
  )
/** A version of a template on paper. */
export const templatePaper = (template_id: string, version: number, as: (typeof PAPERS)[number]) =>
  bytes(
    api.GET('/contract-templates/{template_id}/paper', {
      params: { path: { template_id }, query: { version, as } },
      parseAs: 'blob',
    }),
  )

/** The categories of contracts. */
export const categories = (query: ContractsQuery<'contractCategories'>) =>
  queryOptions({
    queryKey: [...library, 'categories', query],
    queryFn: ({ signal }) =>
      data(management.GET('/contract-categories', { params: { query }, signal })),
  })
/** One of them. */
export const category = (contract_category_id: string) =>
  queryOptions({
    queryKey: [...library, 'category', contract_category_id],
    queryFn: ({ signal }) =>
      data(
        management.GET('/contract-categories/{contract_category_id}', {
          params: { path: { contract_category_id } },
          signal,
        }),
      ),
  })
/** Adds a category. */
export const createCategory = (body: CategoryForm) =>
  data(management.POST('/contract-categories', { body }))
/** Changes one. */
export const updateCategory = (contract_category_id: string, version: number, form: CategoryForm) =>
  data(
    management.PUT('/contract-categories/{contract_category_id}', {
      params: { path: { contract_category_id } },
      body: { version, ...form },
    }),
  )
/** Takes one out of use, or puts it back. */
export const archiveCategory = (contract_category_id: string, archived: boolean) =>
  data(
    management.PUT('/contract-categories/{contract_category_id}/archived', {
      params: { path: { contract_category_id } },
      body: { archived },
    }),
  )

/** Clauses in use on all shelves that a desk may take from. */
export const findClauses = async (
  search: string,
  desk: string,
  signal: AbortSignal,
): Promise<ClauseRow[]> => {
  const found = await Promise.all(
    (desk === 'operator' ? (['platform'] as const) : SHELVES).map((shelf) =>
      data(
        api.GET('/contract-sections', {
          params: { query: { shelf, limit: 20, ...(search ? { search } : {}) } },
          signal,
        }),
      ),
    ),
  )
  return found.flatMap(({ items }) => items)
}

/** Templates in use on all shelves that a company may take from. */
export const findTemplates = async (
  search: string,
  desk: string,
  signal: AbortSignal,
): Promise<TemplateRow[]> => {
  const found = await Promise.all(
    (desk === 'operator' ? (['platform'] as const) : SHELVES).map((shelf) =>
      data(
        api.GET('/contract-templates', {
          params: { query: { shelf, limit: 20, ...(search ? { search } : {}) } },
          signal,
        }),
      ),
    ),
  )
  return found.flatMap(({ items }) => items)
}
