import { queryOptions } from '@tanstack/react-query'
import { bytes, data, idempotencyKey } from '@zabuni/api/client'
import {
  type Schemas as ManagementSchemas,
  api as management,
  type Query,
} from '@zabuni/api/contracts'
import { keys } from '@zabuni/api/keys'
import { api, ours, type Schemas } from '@zabuni/api/signing'

/** How far the signing of a contract is, for its reader. */
export type Signing = Schemas['ContractSigning']
/** A request to sign. */
export type SigningRequest = Schemas['ContractRequest']
/** Who shall sign, and until when. */
export type SigningForm = Schemas['BeginSigningBody']
/** A contract among those to be signed. */
export type ToSign = ManagementSchemas['ContractToSign']
/** A signed paper, as it is brought. */
export type ScanForm = ManagementSchemas['OfferScanBody']

const of = (contract_id: string) => ({ path: { contract_id } })

/** How far the signing of a contract is. */
export const signing = (contract_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'signing', contract_id],
    queryFn: ({ signal }) =>
      data(api.GET('/contracts/{contract_id}/signing', { params: of(contract_id), signal })),
  })

/** A page of the contracts that are signed or wait for it. */
export const toSign = (query: Query<'contractsToSign'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'to-sign', query],
    queryFn: ({ signal }) =>
      data(management.GET('/contracts-to-sign', { params: { query }, signal })),
  })

/** The paper that is signed, with the signatures that it has. */
export const signingPaper = (contract_id: string) =>
  bytes(
    api.GET('/contracts/{contract_id}/signing/paper', {
      params: of(contract_id),
      parseAs: 'blob',
    }),
  )

/** Who signed what, when, and how that is proved. */
export const certificate = (contract_id: string) =>
  bytes(
    api.GET('/contracts/{contract_id}/signing/certificate', {
      params: of(contract_id),
      parseAs: 'blob',
    }),
  )

/** Signs the paper whose sum this is; a retry with the same key is the same signature. */
export const sign = (contract_id: string, paper_sum: string, key: string) =>
  data(
    api.POST('/contracts/{contract_id}/signatures', {
      params: { ...of(contract_id), header: idempotencyKey(key) },
      body: { paper_sum },
    }),
  )

/** Says that the reader does not sign, and why. */
export const decline = (contract_id: string, reason: string) =>
  data(
    api.POST('/contracts/{contract_id}/signing/decline', {
      params: of(contract_id),
      body: { reason },
    }),
  )

/** Asks named people of both sides to sign. */
export const beginSigning = (contract_id: string, body: SigningForm) =>
  data(ours.POST('/contracts/{contract_id}/signing', { params: of(contract_id), body }))

/** Takes a request to sign back. */
export const callOff = (contract_id: string, reason: string) =>
  data(
    ours.POST('/contracts/{contract_id}/signing/call-off', {
      params: of(contract_id),
      body: { reason },
    }),
  )

/** Brings a contract that was signed on paper. */
export const offerScan = (contract_id: string, body: ScanForm) =>
  data(management.POST('/contracts/{contract_id}/scan', { params: of(contract_id), body }))

/** Confirms or refuses a signed paper. */
export const decideScan = (contract_id: string, take: boolean, reason = '') =>
  data(
    management.POST('/contracts/{contract_id}/scan/decision', {
      params: of(contract_id),
      body: { take, reason },
    }),
  )

/** The signed paper as it came. */
export const scanFile = (contract_id: string) =>
  bytes(
    api.GET('/contracts/{contract_id}/scan/file', {
      params: of(contract_id),
      parseAs: 'blob',
    }),
  )
