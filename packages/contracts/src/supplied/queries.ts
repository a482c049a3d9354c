import { queryOptions } from '@tanstack/react-query'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/supplier'
import { sendParts } from '../making/queries.ts'

/** A contract in a supplier's list. */
export type SuppliedRow = Schemas['SuppliedRow']
/** A contract as its supplier reads it. */
export type Supplied = Schemas['SuppliedContract']

const of = (contract_id: string) => ({ path: { contract_id } })

/** What a supplier's people see first of contracts. */
export const suppliedDashboard = queryOptions({
  queryKey: [...keys.contracts, 'dashboard'],
  queryFn: ({ signal }) => data(api.GET('/contracts/dashboard', { signal })),
})

/** A page of what the company was sent. */
export const suppliedContracts = (query: Query<'suppliedContracts'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/contracts', { params: { query }, signal })),
  })

/** One of them. */
export const suppliedContract = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'one', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}', { params: of(contract_id), signal })),
  })

/** Whether another text can be proposed: it was sent, or somebody did not sign it, and none waits. */
export const open = (c: Supplied) =>
  Boolean(c.body) &&
  !c.redrafted &&
  (c.status === 'sent' || (c.status === 'negotiating' && !c.proposals[0]?.open))

/** Puts another text beside the one that was sent. */
export const propose = (contract_id: string, body: { sum: string; body: string; note?: string }) =>
  data(api.POST('/contracts/{contract_id}/proposals', { params: of(contract_id), body }))

/** Takes a proposal back on which the buyer has not decided. */
export const withdraw = (contract_id: string, version: number) =>
  data(
    api.DELETE('/contracts/{contract_id}/proposals/{version}', {
      params: { path: { contract_id, version } },
    }),
  )

/** Says something to the buyer. */
export const comment = (contract_id: string, body: string, key: string) =>
  data(
    api.POST('/contracts/{contract_id}/comments', {
      params: { ...of(contract_id), header: idempotencyKey(key) },
      body: { body },
    }),
  )

/** The text that was sent, on paper. */
export const paper = (contract_id: string, as: 'pdf' | 'docx') =>
  bytes(
    api.GET('/contracts/{contract_id}/paper', {
      params: { ...of(contract_id), query: { as } },
      parseAs: 'blob',
    }),
  )

/** The file that a contract is. */
export const file = (contract_id: string) =>
  bytes(api.GET('/contracts/{contract_id}/file', { params: of(contract_id), parseAs: 'blob' }))

/** What the company proposed last, as tracked changes. */
export const redlined = (contract_id: string) =>
  bytes(api.GET('/contracts/{contract_id}/redline', { params: of(contract_id), parseAs: 'blob' }))

/** A paper by which the award binds the company. */
export const packed = (contract_id: string, position: number) =>
  bytes(
    api.GET('/contracts/{contract_id}/pack/{position}', {
      params: { path: { contract_id, position } },
      parseAs: 'blob',
    }),
  )

/** Sends a file that shows what was done under a contract. */
export const sendEvidence = async (
  contract_id: string,
  whole: File,
  onPercent: (percent: number) => void,
) => {
  const begun = await data(
    api.POST('/contracts/{contract_id}/evidence', {
      params: of(contract_id),
      body: { name: whole.name, size: whole.size },
    }),
  )
  const path = { upload_id: begun.id }
  return sendParts(
    begun,
    whole,
    onPercent,
    (at, part) =>
      data(
        api.PATCH('/contract-evidence/{upload_id}', {
          params: { path, query: { offset: at.received } },
          ...asBytes(part),
        }),
      ),
    () => data(api.GET('/contract-evidence/{upload_id}', { params: { path } })),
  )
}

/** The statuses in which a supplier reads a contract, in the order of its life. */
export const SHARED = [
  'sent',
  'negotiating',
  'signing',
  'active',
  'expired',
  'terminated',
  'completed',
  'archived',
  'effective',
] as const
