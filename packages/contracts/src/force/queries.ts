import { queryOptions } from '@tanstack/react-query'
import { api as shared } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/contracts'
import { keys } from '@zabuni/api/keys'

/** A contract that is over. */
export type Past = Schemas['PastContract']
/** A contract in force or over, with what became of it. */
export type Kept = Schemas['KeptContract']
/** An old contract as it comes in. */
export type Old = Schemas['ImportContractBody']

/** The states of what is over. */
export const SPENT = [
  'expired',
  'terminated',
  'completed',
  'archived',
] as const satisfies Kept['contract']['status'][]
/** The states in which an old contract comes in. */
export const IMPORTS = ['active', 'expired', 'completed'] as const satisfies Old['status'][]

const of = (contract_id: string) => ({ path: { contract_id } })
const archive = [...keys.contracts, 'archive']

/** Categories of contracts with what of them is over. */
export const shelves = queryOptions({
  queryKey: [...archive, 'shelves'],
  queryFn: ({ signal }) => data(api.GET('/contract-archive', { signal })),
})

/** What is over in a category. */
export const past = (category_id: string, query: Query<'pastContracts'>) =>
  queryOptions({
    queryKey: [...archive, 'past', category_id, query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/contract-archive/{category_id}/contracts', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
  })

/** A contract in force or over. */
export const kept = (contract_id: string) =>
  queryOptions({
    queryKey: [...archive, 'one', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}/kept', { params: of(contract_id), signal })),
  })

/** Everything of a contract in one file. */
export const bundle = (contract_id: string) =>
  bytes(api.POST('/contracts/{contract_id}/bundle', { params: of(contract_id), parseAs: 'blob' }))

/** Takes an old contract in. */
export const take = (body: Old) => data(api.POST('/contract-archive', { body }))

/** Puts away a contract that is over. */
export const putAway = (contract_id: string) =>
  data(api.POST('/contracts/{contract_id}/archive', { params: of(contract_id) }))

/** Asks for a report of contracts; the task that writes it. */
export const askReport = (body: Schemas['AskContractsBody']) =>
  data(api.POST('/contract-reports', { body }))

/** How a contract in force ends. */
export type Way = 'complete' | 'terminate'

/** Ends a contract in force: both desks of a buyer do, and the client speaks to the server of its app. */
export const endContract = (
  way: Way,
  contract_id: string,
  body: { version: number; ended_on: string; reason: string },
) =>
  data(
    way === 'complete'
      ? shared.POST('/contracts/{contract_id}/complete', { params: of(contract_id), body })
      : shared.POST('/contracts/{contract_id}/terminate', { params: of(contract_id), body }),
  )
