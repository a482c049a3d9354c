import { queryOptions } from '@tanstack/react-query'
import { api as shared } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/contracts'
import { keys } from '@zabuni/api/keys'
import { api as both, ours } from '@zabuni/api/signing'

/** A contract that is over. */
export type Past = Schemas['PastContract']
/** A contract in force or over, with what became of it. */
export type Kept = Schemas['KeptContract']
/** An old contract as it comes in. */
export type Old = Schemas['ImportContractBody']

/** What is due under a contract. */
export type Duties = Schemas['ContractDuties']
/** Something that is due, with all that was said about it. */
export type Duty = Duties['items'][number]
/** What is due, as somebody sets it. */
export type DutyForm = Schemas['DutyForm']
/** What the buyer says of what was due. */
export type Verdict = Schemas['JudgeDutyBody']['verdict']
/** How a contract goes on after its last day. */
export type Renewal = Schemas['ContractRenewal']
/** How a contract was served, the last period first. */
export type Performance = Schemas['ContractPerformance']

/** What amends a contract. */
export type Amendments = Schemas['ContractAmendments']
/** Why a contract is amended. */
export type Ground = Amendments['items'][number]['ground']

/** The states of what is over. */
export const SPENT = [
  'expired',
  'terminated',
  'completed',
  'archived',
] as const satisfies Kept['contract']['status'][]
/** What a scorecard looks at. */
export const CRITERIA = [
  'punctual',
  'accepted',
  'fulfilled',
  'judged',
] as const satisfies Performance['cards'][number]['marks'][number]['criterion'][]
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

/** What is due under a contract, for either side of it. */
export const duties = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'duties', contract_id],
    queryFn: ({ signal }) =>
      data(both.GET('/contracts/{contract_id}/milestones', { params: of(contract_id), signal })),
  })

const one = (milestone_id: string) => ({ path: { milestone_id } })

/** Sets what is due, or changes it as it was read. */
export const setDuty = (contract_id: string, was: Duty | undefined, body: DutyForm) =>
  was
    ? data(
        ours.PUT('/contract-milestones/{milestone_id}', {
          params: one(was.id),
          body: { version: was.version, ...body },
        }),
      )
    : data(ours.POST('/contracts/{contract_id}/milestones', { params: of(contract_id), body }))

/** Says that what is due is done. */
export const handIn = (duty: Duty, note: string, file_id?: string) =>
  data(
    both.POST('/contract-milestones/{milestone_id}/submit', {
      params: one(duty.id),
      body: { version: duty.version, note, ...(file_id ? { file_id } : {}) },
    }),
  )

/** Says what came of what was due. */
export const judge = (duty: Duty, verdict: Verdict, reason: string) =>
  data(
    ours.POST('/contract-milestones/{milestone_id}/verdict', {
      params: one(duty.id),
      body: { version: duty.version, verdict, reason },
    }),
  )

/** The evidence of one step. */
export const dutyFile = (contract_id: string, milestone_id: string, number: number) =>
  bytes(
    both.GET('/contracts/{contract_id}/milestones/{milestone_id}/steps/{number}/file', {
      params: { path: { contract_id, milestone_id, number } },
      parseAs: 'blob',
    }),
  )

/** How a contract goes on after its last day. */
export const renewal = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'renewal', contract_id],
    queryFn: ({ signal }) =>
      data(ours.GET('/contracts/{contract_id}/renewal', { params: of(contract_id), signal })),
  })

/** Says how a contract goes on. */
export const setRenewal = (contract_id: string, body: Schemas['PutRenewalBody']) =>
  data(ours.PUT('/contracts/{contract_id}/renewal', { params: of(contract_id), body }))

/** Uses an option, or says that a contract which would go on by itself is to end. */
export const renewing = (
  act: 'renew' | 'notice',
  contract_id: string,
  body: { version: number; reason: string },
) => {
  const asked = { params: of(contract_id), body }
  return data(
    act === 'renew'
      ? ours.POST('/contracts/{contract_id}/renew', asked)
      : ours.POST('/contracts/{contract_id}/notice', asked),
  )
}

/** How a contract was served, the last period first. */
export const performance = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'performance', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}/performance', { params: of(contract_id), signal })),
  })

/** Computes how a contract was served in a period, and keeps that. */
export const score = (contract_id: string, body: Schemas['ScoreContractBody']) =>
  data(api.POST('/contracts/{contract_id}/performance', { params: of(contract_id), body }))

/** What amends a contract, for either side of it. */
export const amendments = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'amendments', contract_id],
    queryFn: ({ signal }) =>
      data(both.GET('/contracts/{contract_id}/amendments', { params: of(contract_id), signal })),
  })

/** Begins the draft of an amendment; its text is written as every other. */
export const amend = (contract_id: string, body: Schemas['AmendContractBody']) =>
  data(ours.POST('/contracts/{contract_id}/amendments', { params: of(contract_id), body }))

/** Gives up a contract that not all have signed. */
export const cancel = (contract_id: string, reason: string) =>
  data(ours.POST('/contracts/{contract_id}/cancel', { params: of(contract_id), body: { reason } }))
