import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'

/** The countries of the platform, each with its currency. */
export const countries = queryOptions({
  queryKey: ['core', 'countries'],
  queryFn: async ({ signal }) => (await data(api.GET('/core/countries/', { signal }))).items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The kinds of supply whose name holds what is typed. */
export const searchTypes = async (query: string, signal: AbortSignal) =>
  (
    await data(
      api.GET('/core/category_types/', {
        params: { query: { query, page: 1, page_size: 20 } },
        signal,
      }),
    )
  ).items

/** A job with its categories. */
export const job = (job_id: string) =>
  queryOptions({
    queryKey: keys.job(job_id),
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}', { params: { path: { job_id } }, signal })),
  })

/** A category with all that is asked in it. */
export const category = (category_id: string) =>
  queryOptions({
    queryKey: keys.category(category_id),
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}', { params: { path: { category_id } }, signal })),
    enabled: !!category_id,
  })

/** A category as bidders will see it. */
export const preview = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'preview'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/preview', { params: { path: { category_id } }, signal }),
      ),
  })

/** A page of the suppliers invited to a category. */
export const invitations = (category_id: string, after: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'invitations', after],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/invitations', {
          params: { path: { category_id }, query: after ? { after } : {} },
          signal,
        }),
      ),
  })

/** How the directory of suppliers is searched for an invitation. */
export type SupplierQuery = {
  search?: string
  country?: string
  category_type?: string
  after?: string
}

/** A page of the suppliers of the system. */
export const invitable = (category_id: string, query: SupplierQuery) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'invitable', query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/invitable', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
  })

/** The criteria that a category of a kind of supply can take. */
export const typeCriteria = (category_type_id: string) =>
  queryOptions({
    queryKey: ['sourcing', 'typeCriteria', category_type_id],
    queryFn: ({ signal }) =>
      data(
        api.GET('/category_types/{category_type_id}/criteria', {
          params: { path: { category_type_id } },
          signal,
        }),
      ),
  })

/** A category that made a list of who passed. */
export type SupplierList = Schemas['SupplierList']
/** A supplier on such a list. */
export type ListEntry = Schemas['ListEntry']

/** A page of a buyer's lists, the latest first. */
export const supplierLists = (query: { buyer_id?: string; search?: string; after?: string }) =>
  queryOptions({
    queryKey: [...keys.sourcing, 'lists', query],
    queryFn: ({ signal }) => data(api.GET('/lists', { params: { query }, signal })),
  })

/** A whole list, by name. */
export const supplierList = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'list'],
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/categories/{category_id}/list', { params: { path: { category_id } }, signal }),
        )
      ).items,
  })

/** Suspends, removes or restores a supplier on a list, or sets until when it is listed. */
export const setEntry = (
  category_id: string,
  supplier_id: string,
  body: { status: ListEntry['status']; until?: string; reason?: string },
) =>
  data(
    api.PUT('/categories/{category_id}/list/{supplier_id}', {
      params: { path: { category_id, supplier_id } },
      body,
    }),
  )

/** Invites to a category who may be invited out of a list. */
export const inviteFromList = (category_id: string, list_id: string) =>
  data(
    api.POST('/categories/{category_id}/invitations/list', {
      params: { path: { category_id } },
      body: { list_id },
    }),
  )
