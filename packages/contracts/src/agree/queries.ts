import { queryOptions } from '@tanstack/react-query'
import { type Schemas as CompanySchemas, api as company } from '@zabuni/api/buyer'
import { bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api as management } from '@zabuni/api/contracts'
import { api, type Schemas } from '@zabuni/api/desk'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'

/** What stands of the approval of a contract. */
export type Agreement = Schemas['ContractAgreement']
/** A round of approval of one version. */
export type Round = Schemas['ContractRound']
/** Somebody who may approve. */
export type Approver = Schemas['ContractApprover']
/** A negotiation as the buyer's people read it. */
export type Talk = CompanySchemas['ContractTalk']
/** What a proposal changes. */
export type Redline = CompanySchemas['ContractRedline']
/** Who approves contracts, and from which value on. */
export type Levels = CompanySchemas['ContractLevels']
/** The levels of a category, or of all without their own. */
export type Rules = CompanySchemas['ContractRules']

const of = (contract_id: string) => ({ path: { contract_id } })
const own = (desk: string) => (desk === 'contracts' ? management : company)

/** Who has approved a contract, and who is next. */
export const agreement = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'approval', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}/approval', { params: of(contract_id), signal })),
  })

/** What both sides proposed and said, and the own people among themselves. */
export const talk = (desk: string, contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'talk', contract_id],
    queryFn: ({ signal }) =>
      data(
        own(desk).GET('/contracts/{contract_id}/negotiation', {
          params: of(contract_id),
          signal,
        }),
      ),
  })

/** What the newest proposal changes, as tracked changes of a word processor. */
export const redlined = (desk: string, contract_id: string) =>
  bytes(
    own(desk).GET('/contracts/{contract_id}/redline', {
      params: of(contract_id),
      parseAs: 'blob',
    }),
  )

/** Who approves contracts, and from which value on. */
export const levels = queryOptions({
  queryKey: [...keys.contracts, 'levels'],
  queryFn: ({ signal }) => data(company.GET('/contract-levels', { signal })),
})

/** The steps between a draft and its signature; each names what was read. */
export const steps = {
  approve: (desk: string, id: string, sum: string) =>
    data(own(desk).POST('/contracts/{contract_id}/approve', { params: of(id), body: { sum } })),
  refuse: (desk: string, id: string, sum: string, reason: string) =>
    data(
      own(desk).POST('/contracts/{contract_id}/refuse', {
        params: of(id),
        body: { sum, reason },
      }),
    ),
  send: (desk: string, id: string, sum: string) =>
    data(own(desk).POST('/contracts/{contract_id}/send', { params: of(id), body: { sum } })),
  recall: (desk: string, id: string, reason: string) =>
    data(own(desk).POST('/contracts/{contract_id}/recall', { params: of(id), body: { reason } })),
  comment: (desk: string, id: string, body: string, key: string) =>
    data(
      own(desk).POST('/contracts/{contract_id}/comments', {
        params: { ...of(id), header: idempotencyKey(key) },
        body: { body },
      }),
    ),
  note: (desk: string, id: string, body: string, key: string) =>
    data(
      own(desk).POST('/contracts/{contract_id}/notes', {
        params: { ...of(id), header: idempotencyKey(key) },
        body: { body },
      }),
    ),
  decide: (
    desk: string,
    id: string,
    body: { sum: string; accepted: string[]; rejected: string[]; reason: string },
  ) => data(own(desk).POST('/contracts/{contract_id}/decisions', { params: of(id), body })),
}

/** Says which levels approve. */
export const setLevels = (body: CompanySchemas['SetRulesInputBody']) =>
  data(company.PUT('/contract-levels', { body }))

/** Has somebody approve in another's place; nobody ends it. */
export const setDelegate = (account_id: string, body: { delegate_id?: string; until?: string }) =>
  data(company.PUT('/contract-delegates/{account_id}', { params: { path: { account_id } }, body }))

/** Whether what was read is not what stands any more. */
export const wasStale = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'contract.stale'
