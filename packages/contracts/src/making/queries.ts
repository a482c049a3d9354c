import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api as company } from '@zabuni/api/buyer'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api as management } from '@zabuni/api/contracts'
import { api, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { given } from '@zabuni/api/list'
import type { Query as OperatorQuery } from '@zabuni/api/operator'
import { api as operator } from '@zabuni/api/operator'
import type { Language } from '@zabuni/i18n'

/** A contract with its text. */
export type Contract = Schemas['ContractDetails']
/** A clause that answers chose. */
export type Block = Schemas['ContractBlock']
/** A contract as its author begins it. */
export type Beginning = Schemas['CreateContractBody']
/** A contract as its author writes it anew. */
export type Change = Schemas['UpdateContractBody']
/** What a contract of a buyer may begin with. */
export type Choices = Schemas['ContractChoices']
/** What a winner gets and no contract says yet. */
export type Award = Schemas['ContractAward']
/** What answers choose. */
export type Proposal = Schemas['ContractProposal']
/** Answers to the questionnaire. */
export type Answers = Schemas['ContractAnswers']
/** A file of a contract, sent. */
export type Sent = Schemas['ContractUpload']

/** What a contract is about. */
export const SUBJECTS = [
  'goods',
  'works',
  'services',
  'consultancy',
] as const satisfies Answers['matter'][]
/** What a contract then has to say more about. */
export const CIRCUMSTANCES = [
  'advance',
  'confidential',
  'lasting',
  'abroad',
  'instalments',
  'guaranteed',
] as const satisfies NonNullable<Answers['circumstances']>[number][]

const making = [...keys.contracts, 'making'] as const
const of = (contract_id: string) => ({ path: { contract_id } })

/** What a contract may begin with; the operator's people name the buyer. */
export const choices = (buyer: string) =>
  queryOptions({
    queryKey: [...making, 'choices', buyer],
    queryFn: ({ signal }) =>
      data(
        api.GET('/contract-choices', {
          params: { query: given({ buyer_id: buyer || undefined }) },
          signal,
        }),
      ),
  })

/** Companies that a contract may be made with, by name. */
export const findCounterparties = async (search: string, signal: AbortSignal) =>
  (await data(api.GET('/contract-counterparties', { params: { query: { search } }, signal }))).items

/** Buyers whom the operator's people may help, by name. */
export const findBuyers = async (search: string, signal: AbortSignal) =>
  (
    await data(
      operator.GET('/buyers', {
        params: { query: given({ search: search || undefined, limit: 20 }) },
        signal,
      }),
    )
  ).items

/** A page of them. */
export const buyers = (query: OperatorQuery<'buyers'>) =>
  queryOptions({
    queryKey: [...making, 'buyers', query],
    queryFn: ({ signal }) => data(operator.GET('/buyers', { params: { query }, signal })),
  })

/** What answers would make a contract of; nothing is written. */
export const proposal = (body: {
  buyer_id?: string
  language: Language
  contract_category_id?: string
  answers: Answers
}) =>
  queryOptions({
    queryKey: [...making, 'proposal', body],
    queryFn: ({ signal }) => data(api.POST('/contract-proposals', { body, signal })),
    placeholderData: keepPreviousData,
  })

/** Makes a contract. */
export const create = (body: Beginning, key: string) =>
  data(api.POST('/contracts', { params: { header: idempotencyKey(key) }, body }))

/** Writes a draft anew. */
export const update = (contract_id: string, body: Change) =>
  data(api.PUT('/contracts/{contract_id}', { params: of(contract_id), body }))

/** Says that a person has read a proposed clause and wants it. */
export const accept = (contract_id: string, block_id: string) =>
  data(
    api.PUT('/contracts/{contract_id}/blocks/{block_id}/accepted', {
      params: { path: { contract_id, block_id } },
    }),
  )

/** Sends a draft to those who approve: an act of the buyer's own people, on both of their desks. */
export const submit = (desk: string, contract_id: string) =>
  data(
    (desk === 'contracts' ? management : company).POST('/contracts/{contract_id}/submit', {
      params: of(contract_id),
    }),
  )

/** The text of a contract on paper. */
export const paper = (contract_id: string, as: 'pdf' | 'docx') =>
  bytes(
    api.GET('/contracts/{contract_id}/paper', {
      params: { ...of(contract_id), query: { as } },
      parseAs: 'blob',
    }),
  )

/** The file that a contract is, as it came. */
export const file = (contract_id: string) =>
  bytes(api.GET('/contracts/{contract_id}/file', { params: of(contract_id), parseAs: 'blob' }))

/** A paper by which its award binds the winner. */
export const packed = (contract_id: string, position: number) =>
  bytes(
    api.GET('/contracts/{contract_id}/pack/{position}', {
      params: { path: { contract_id, position } },
      parseAs: 'blob',
    }),
  )

const PART = 1 << 20
const TRIES = 4
const lost = (error: unknown) => (error as { name?: string }).name === 'NetworkError'

/** Sends what is left of a file part by part; a lost connection goes on where it broke. */
export const sendParts = async (
  begun: Sent,
  whole: File,
  onPercent: (percent: number) => void,
  next: (at: Sent, part: Blob) => Promise<Sent>,
  arrived: (at: Sent) => Promise<Sent>,
): Promise<Sent> => {
  let at = begun
  let failures = 0
  while (!at.done) {
    onPercent((at.received * 100) / whole.size)
    try {
      at = await next(at, whole.slice(at.received, at.received + PART))
      failures = 0
    } catch (error) {
      if (!lost(error) || ++failures >= TRIES) throw error
      at = await arrived(at)
    }
  }
  return at
}

/** Sends the file of a contract. */
export const sendFile = async (
  buyer: string,
  whole: File,
  onPercent: (percent: number) => void,
): Promise<Sent> => {
  const query = given({ buyer_id: buyer || undefined })
  const begun = await data(
    api.POST('/contract-uploads', {
      params: { query },
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
        api.PATCH('/contract-uploads/{upload_id}', {
          params: { path, query: { ...query, offset: at.received } },
          ...asBytes(part),
        }),
      ),
    () => data(api.GET('/contract-uploads/{upload_id}', { params: { path, query } })),
  )
}
