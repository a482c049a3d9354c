import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import type { Schemas as ManagementSchemas } from '@zabuni/api/contracts'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { ours } from '@zabuni/api/signing'
import type { Tone } from '@zabuni/ui/badge'

/** A contract in a list. */
export type ContractRow = Schemas['ContractRow']
/** A contract with where it came from. */
export type Contract = Schemas['ContractDetails']
/** Contracts by status, in standstill, ending soon. */
export type Dashboard = ManagementSchemas['ContractDashboard']

/** The statuses of a contract, in the order of its life. */
export const STATUSES = [
  'draft',
  'internal_review',
  'approved',
  'sent',
  'negotiating',
  'signing',
  'active',
  'expired',
  'terminated',
  'completed',
  'archived',
  'effective',
  'cancelled',
] as const
/** Where a contract stands. */
export type Status = (typeof STATUSES)[number]
/** How each looks. */
export const TONES: Record<Status, Tone> = {
  draft: 'neutral',
  internal_review: 'warn',
  approved: 'info',
  sent: 'info',
  negotiating: 'info',
  signing: 'info',
  active: 'ok',
  expired: 'bad',
  terminated: 'bad',
  completed: 'ok',
  archived: 'neutral',
  effective: 'ok',
  cancelled: 'neutral',
}

/** Parts of the contracts by what happens to them next. */
export const VIEWS = ['approval', 'signature', 'standstill', 'ending'] as const

/** What the people of contract management see first. */
export const dashboard = queryOptions({
  queryKey: [...keys.contracts, 'dashboard'],
  queryFn: ({ signal }) => data(ours.GET('/contracts/dashboard', { signal })),
})

/** A page of contracts. */
export const contracts = (query: Query<'contracts'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/contracts', { params: { query }, signal })),
  })

const of = (contract_id: string) => ({ path: { contract_id } })

/** One contract. */
export const contract = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'one', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}', { params: of(contract_id), signal })),
  })
