import { queryOptions } from '@tanstack/react-query'
import { api as buyer } from '@zabuni/api/buyer'
import { asBytes, bytes, data } from '@zabuni/api/client'
import { api as files } from '@zabuni/api/companies'
import { keys } from '@zabuni/api/keys'
import {
  type Query as OperatorQuery,
  type Schemas as OperatorSchemas,
  api as operator,
} from '@zabuni/api/operator'
import { api as shared } from '@zabuni/api/shared'
import { type Schemas, api as supplier } from '@zabuni/api/supplier'

/** All that a company says of itself. */
export type Profile = Schemas['CompanyProfile']
/** One version of a paper. */
export type Version = Schemas['DocumentVersion']
/** A director, a shareholder or both. */
export type Owner = Schemas['Owner']
/** An application to a special group. */
export type Membership = Schemas['Membership']
/** A row of the operator's lists. */
export type SupplierRow = OperatorSchemas['SupplierCompany']
/** A row of the applications. */
export type ApplicationRow = OperatorSchemas['ApplicationRow']
/** A bid that was taken back. */
export type WithdrawalRow = OperatorSchemas['Withdrawal']
/** What one save changes; what is absent stays. */
export type Change = Omit<Schemas['ProfileUpdateInputBody'], '$schema' | 'version'>

/** Whose desk shows a profile: the company's own people or operator staff. */
export type Desk = 'supplier' | 'buyer' | 'operator'

const of = (company_id: string) => ({ path: { company_id } })

/** A profile; a company's own people read theirs without naming it. */
export const profile = (desk: Desk, id = 'own') =>
  queryOptions({
    queryKey: [...keys.profile, desk, id],
    queryFn: ({ signal }): Promise<Profile> =>
      desk === 'supplier'
        ? data(supplier.GET('/supplier/profile/company/', { signal }))
        : desk === 'buyer'
          ? data(buyer.GET('/company/profile', { signal }))
          : data(operator.GET('/companies/{company_id}', { params: of(id), signal })),
  })

/** Saves a part of a profile. */
export const save = (desk: Desk, p: Profile, change: Change): Promise<Profile> => {
  const call = { params: of(p.id), body: { version: p.version, ...change } }
  return desk === 'supplier'
    ? data(supplier.PATCH('/supplier/profile/{company_id}/', call))
    : desk === 'buyer'
      ? data(buyer.PATCH('/company/profile/{company_id}', call))
      : data(operator.PATCH('/companies/{company_id}', call))
}

/** Lets every buyer open a paper as it stands, or no longer: the supplier's own word. */
export const showPaper = (p: Profile, paper: Version['kind'], shown: boolean): Promise<Profile> =>
  data(
    supplier.PUT('/companies/{company_id}/papers/{paper}/shown', {
      params: { path: { company_id: p.id, paper } },
      body: { shown },
    }),
  )

/** The bytes of a file of a profile. */
export const file = (company_id: string, file_id: string): Promise<Blob> =>
  bytes(
    files.GET('/companies/{company_id}/files/{file_id}', {
      params: { path: { company_id, file_id } },
      parseAs: 'blob',
    }),
  )

const PART = 2 << 20
const TRIES = 4
const lost = (error: unknown) => (error as { name?: string }).name === 'NetworkError'

/** Sends a file part by part and answers its id; a lost connection goes on where it broke. */
export const upload = async (
  company_id: string,
  kind: 'logo' | 'document' | 'proof',
  whole: File,
  onPercent: (percent: number) => void,
): Promise<string> => {
  let at = await data(
    files.POST('/companies/{company_id}/uploads', {
      params: of(company_id),
      body: { kind, name: whole.name, size: whole.size },
    }),
  )
  const path = { company_id, upload_id: at.id }
  let failures = 0
  while (!at.done) {
    onPercent((at.received * 100) / whole.size)
    try {
      at = await data(
        files.PATCH('/companies/{company_id}/uploads/{upload_id}', {
          params: { path, query: { offset: at.received } },
          ...asBytes(whole.slice(at.received, at.received + PART)),
        }),
      )
      failures = 0
    } catch (error) {
      if (!lost(error) || ++failures >= TRIES) throw error
      at = await data(
        files.GET('/companies/{company_id}/uploads/{upload_id}', { params: { path } }),
      )
    }
  }
  return at.file ?? ''
}

/** The special groups of the platform. */
export const groups = queryOptions({
  queryKey: [...keys.profile, 'groups'],
  queryFn: async ({ signal }) =>
    (await data(supplier.GET('/core/special_groups/', { signal }))).items,
})
/** Asks for membership of a special group. */
export const apply = (
  company: string,
  special_group_id: string,
  proof: string,
  expires_on: string,
) =>
  data(
    supplier.POST('/companies/{company_id}/special_groups', {
      params: of(company),
      body: { special_group_id, proof, expires_on },
    }),
  )
/** Takes an application back. */
export const withdraw = (company_id: string, membership_id: string) =>
  data(
    supplier.DELETE('/companies/{company_id}/special_groups/{membership_id}', {
      params: { path: { company_id, membership_id } },
    }),
  )

/** The locations of a country. */
export const locations = (id: string) =>
  queryOptions({
    queryKey: keys.places(id),
    queryFn: async ({ signal }) =>
      (
        await data(
          shared.GET('/core/countries/{id}/locations/', { params: { path: { id } }, signal }),
        )
      ).items,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !!id,
  })
/** Kinds of supply whose name holds a text. */
export const searchCategories = async (query: string, signal: AbortSignal) =>
  (
    await data(
      shared.GET('/core/category_types/', {
        params: { query: { query, page: 1, page_size: 10 } },
        signal,
      }),
    )
  ).items

/** What narrows the operator's lists of suppliers. */
export type SupplierQuery = OperatorQuery<'suppliers'>
/** A page of suppliers. */
export const suppliers = (query: SupplierQuery) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'list', query],
    queryFn: ({ signal }) => data(operator.GET('/suppliers', { params: { query }, signal })),
  })
/** The same list as a workbook. */
export const exportSuppliers = (
  { after: _, ...query }: SupplierQuery,
  language: string,
): Promise<Blob> =>
  bytes(
    operator.GET('/suppliers/export', {
      params: { query, header: { 'Accept-Language': language } },
      parseAs: 'blob',
    }),
  )
/** Kinds of supply with how many suppliers take an interest. */
export const categoryCounts = (search: string) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'categories', search],
    queryFn: ({ signal }) =>
      data(
        operator.GET('/suppliers/categories', {
          params: { query: search ? { search } : {} },
          signal,
        }),
      ),
  })
/** A page of applications to special groups. */
export const applications = (query: OperatorQuery<'groupApplications'>) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'groups', query],
    queryFn: ({ signal }) =>
      data(operator.GET('/special_group_suppliers', { params: { query }, signal })),
  })
/** A page of withdrawals at every buyer. */
export const withdrawals = (query: OperatorQuery<'withdrawals'>) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'withdrawals', query],
    queryFn: ({ signal }) => data(operator.GET('/withdrawals', { params: { query }, signal })),
  })
/** One application. */
export const application = (application_id: string) =>
  queryOptions({
    queryKey: [...keys.suppliers, 'group', application_id],
    queryFn: ({ signal }) =>
      data(
        operator.GET('/special_group_suppliers/{application_id}', {
          params: { path: { application_id } },
          signal,
        }),
      ),
  })
/** Validates or rejects an application. */
export const decide = (
  application_id: string,
  body: { validate: boolean; reason: string; expires_on: string },
) =>
  data(
    operator.POST('/special_group_suppliers/{application_id}/decision', {
      params: { path: { application_id } },
      body,
    }),
  )
