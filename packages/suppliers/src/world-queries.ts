import { queryOptions } from '@tanstack/react-query'
import { api, type Query, type Schemas } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'

/** A supplier as a search shows it. */
export type WorldRow = Schemas['WorldSupplier']
/** All that a buyer sees of one. */
export type WorldDetails = Schemas['WorldDetails']
/** A director, a shareholder or both. */
export type WorldOwner = Schemas['WorldOwner']
/** One of them with the company. */
export type OwnerRow = Schemas['WorldOwnerFound']
/** What two companies have in common, or that one owns the other. */
export type Tie = Schemas['WorldTie']
/** A company by its name. */
export type Knot = Schemas['WorldCompany']
/** What narrows the world of suppliers. */
export type WorldQuery = Query<'worldSuppliers'>

/** A page of suppliers, the closest first. */
export const world = (query: WorldQuery) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'world', query],
    queryFn: ({ signal }) => data(api.GET('/world/suppliers', { params: { query }, signal })),
  })

/** The same list as a workbook. */
export const exportWorld = (
  query: Omit<WorldQuery, 'after' | 'limit'>,
  language: 'en' | 'am' | 'fr' | 'pt' | 'sw',
): Promise<Blob> =>
  bytes(
    api.POST('/world/suppliers/export', {
      params: { query: { ...query, language } },
      parseAs: 'blob',
    }),
  )

/** A supplier, with its register on a day. */
export const worldSupplier = (supplier_id: string, on?: string) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'world', supplier_id, on ?? ''],
    queryFn: ({ signal }) =>
      data(
        api.GET('/world/suppliers/{supplier_id}', {
          params: { path: { supplier_id }, query: on ? { on } : {} },
          signal,
        }),
      ),
    // Each look is written down: coming back to the window is none.
    refetchOnWindowFocus: false,
  })

/** The bytes of one of its papers. */
export const worldPaper = (supplier_id: string, file_id: string): Promise<Blob> =>
  bytes(
    api.GET('/world/suppliers/{supplier_id}/papers/{file_id}', {
      params: { path: { supplier_id, file_id } },
      parseAs: 'blob',
    }),
  )

/** What ties a supplier to others. */
export const worldTies = (supplier_id: string) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'world', supplier_id, 'ties'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/world/suppliers/{supplier_id}/ties', {
          params: { path: { supplier_id } },
          signal,
        }),
      ),
    refetchOnWindowFocus: false,
  })

/** A page of directors and shareholders. */
export const worldOwners = (query: Query<'worldOwners'>) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'owners', query],
    queryFn: async ({ signal }) => {
      const { people, next } = await data(api.GET('/world/owners', { params: { query }, signal }))
      return { items: people, next }
    },
    refetchOnWindowFocus: false,
  })

/** The special groups of the platform. */
export const platformGroups = queryOptions({
  queryKey: [...keys.suppliers, 'platformGroups'],
  queryFn: async ({ signal }) =>
    (await data(api.GET('/special-groups', { signal }))).items.filter((group) => !group.own),
})
