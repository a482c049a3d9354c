import { queryOptions } from '@tanstack/react-query'
import { api as buyer, type Query } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import {
  type Query as OperatorQuery,
  type Schemas as OperatorSchemas,
  api as operator,
} from '@zabuni/api/operator'
import {
  type Query as SupplierQuery,
  type Schemas as SupplierSchemas,
  api as supplier,
} from '@zabuni/api/supplier'

/** A row of a buyer's archive. */
export type JobRow = Schemas['ArchivedJobRow']
/** An archived job by itself. */
export type Head = Schemas['ArchivedHead']
/** An archived job with its categories. */
export type Job = Schemas['ArchivedJob']
// Who had submitted a bid.
type Bidder = Schemas['ArchivedBidder']
/** A document of a bid, or a letter to who made it. */
export type Paper = Schemas['ArchivedPaper']
/** What came of a bid. */
export type Outcome = Bidder['outcome']
/** A buyer whose jobs stand in the archive. */
export type BuyerRow = OperatorSchemas['ArchiveBuyer']
/** A job on its way into the archive, or in it. */
export type Managed = OperatorSchemas['ManagedJob']
/** Where it stands on that way. */
export type State = Managed['state']
/** Somebody's hold on a job. */
export type Hold = Schemas['ArchiveHold']
/** What goes of a job when it is destroyed, and how far that has come. */
export type Disposal = OperatorSchemas['JobDisposal']
/** A buyer in whose archive the own company has bids. */
export type Company = SupplierSchemas['ArchiveCompany']
/** One of the own bids. */
export type OwnBidRow = SupplierSchemas['OwnArchivedBidRow']

/** States in the order of the way. */
export const STATES = [
  'waiting',
  'ready',
  'archived',
  'held',
  'due',
  'disposed',
] as const satisfies State[]

type Activity = Head['activity']

/** A page of the own archive. */
export const jobs = (query: Query<'archivedJobs'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'jobs', query],
    queryFn: ({ signal }) => data(buyer.GET('/archive/jobs', { params: { query }, signal })),
  })

/** A page of a buyer's archive, for the operator. */
export const jobsOf = (company_id: string, query: OperatorQuery<'archivedJobsOf'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'of', company_id, query],
    queryFn: ({ signal }) =>
      data(
        operator.GET('/archive/buyers/{company_id}/jobs', {
          params: { path: { company_id }, query },
          signal,
        }),
      ),
  })

/** An archived job with its categories. */
export const job = (job_id: string, activity: string) =>
  queryOptions({
    queryKey: [...keys.archive, 'job', job_id, activity],
    queryFn: ({ signal }) =>
      data(
        api.GET('/archive/jobs/{job_id}', {
          params: { path: { job_id }, query: { activity: activity as Activity } },
          signal,
        }),
      ),
  })

/** Who had submitted for a category. */
export const category = (category_id: string, activity: string) =>
  queryOptions({
    queryKey: [...keys.archive, 'category', category_id, activity],
    queryFn: ({ signal }) =>
      data(
        api.GET('/archive/categories/{category_id}', {
          params: { path: { category_id }, query: { activity: activity as Activity } },
          signal,
        }),
      ),
  })

/** What is kept of one bidder. */
export const bid = (category_id: string, company_id: string, activity: string) =>
  queryOptions({
    queryKey: [...keys.archive, 'bid', category_id, company_id, activity],
    queryFn: ({ signal }) =>
      data(
        api.GET('/archive/categories/{category_id}/suppliers/{company_id}', {
          params: { path: { category_id, company_id }, query: { activity: activity as Activity } },
          signal,
        }),
      ),
  })

/** The bytes of a document out of the archive. */
export const paper = (category_id: string, company_id: string, file_id: string) =>
  bytes(
    api.GET('/archive/categories/{category_id}/suppliers/{company_id}/files/{file_id}', {
      params: { path: { category_id, company_id, file_id } },
      parseAs: 'blob',
    }),
  )

/** Writes all that is kept of a job as one file, in the background. */
export const startBundle = (job_id: string) =>
  data(api.POST('/archive/jobs/{job_id}/bundle', { params: { path: { job_id } } }))

/** Buyers whose jobs stand in the archive. */
export const buyers = (query: OperatorQuery<'archiveBuyers'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'buyers', query],
    queryFn: ({ signal }) => data(operator.GET('/archive/buyers', { params: { query }, signal })),
  })

/** Jobs on their way into the archive and in it. */
export const managed = (query: OperatorQuery<'managedJobs'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'managed', query],
    queryFn: ({ signal }) => data(operator.GET('/archive/managed', { params: { query }, signal })),
  })

/** Archives a job now. */
export const archiveJob = (job_id: string) =>
  data(operator.POST('/archive/jobs/{job_id}', { params: { path: { job_id } } }))
/** Holds a job. */
export const holdJob = (job_id: string, reason: string) =>
  data(
    operator.POST('/archive/jobs/{job_id}/hold', {
      params: { path: { job_id } },
      body: { reason },
    }),
  )
/** Ends a hold. */
export const releaseJob = (job_id: string, reason: string) =>
  data(
    operator.POST('/archive/jobs/{job_id}/release', {
      params: { path: { job_id } },
      body: { reason },
    }),
  )

const ofJob = (job_id: string) => ({ params: { path: { job_id } } })

/** What goes of a job when it is destroyed. */
export const disposal = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.archive, 'disposal', job_id],
    queryFn: ({ signal }) =>
      data(operator.GET('/archive/jobs/{job_id}/disposal', { ...ofJob(job_id), signal })),
    // What was decided is done in a moment, and shown when it is.
    refetchInterval: ({ state }) =>
      ['approved', 'destroying'].includes(state.data?.disposal?.status ?? '') ? 2000 : false,
  })
/** Proposes that what is kept of a job is destroyed. */
export const proposeDisposal = (job_id: string, body: { reason: string; seen: string }) =>
  data(operator.POST('/archive/jobs/{job_id}/disposal', { ...ofJob(job_id), body }))
/** Decides what somebody proposed. */
export const decideDisposal = (
  job_id: string,
  body: { destroy: boolean; reason?: string; seen?: string },
) => data(operator.POST('/archive/jobs/{job_id}/disposal/decision', { ...ofJob(job_id), body }))
/** The bytes of the certificate of a destruction. */
export const certificate = (job_id: string) =>
  bytes(api.GET('/archive/jobs/{job_id}/certificate', { ...ofJob(job_id), parseAs: 'blob' }))

/** Buyers in whose archive the own company has bids. */
export const companies = (query: SupplierQuery<'archiveCompanies'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'companies', query],
    queryFn: ({ signal }) =>
      data(supplier.GET('/archive/companies', { params: { query }, signal })),
  })

/** The own bids with a buyer. */
export const ownBids = (company_id: string, query: SupplierQuery<'archivedOwnBids'>) =>
  queryOptions({
    queryKey: [...keys.archive, 'own', company_id, query],
    queryFn: ({ signal }) =>
      data(
        supplier.GET('/archive/companies/{company_id}/categories', {
          params: { path: { company_id }, query },
          signal,
        }),
      ),
  })

/** One of the own bids with its documents. */
export const ownBid = (category_id: string, activity: string) =>
  queryOptions({
    queryKey: [...keys.archive, 'ownBid', category_id, activity],
    queryFn: ({ signal }) =>
      data(
        supplier.GET('/archive/categories/{category_id}', {
          params: { path: { category_id }, query: { activity: activity as Activity } },
          signal,
        }),
      ),
  })

/** The bytes of a document of the own bid, or of a letter. */
export const ownPaper = (bid_id: string, { id, kind }: Paper) =>
  kind === 'letter'
    ? bytes(
        supplier.GET('/letters/{letter_id}/pdf', {
          params: { path: { letter_id: id } },
          parseAs: 'blob',
        }),
      )
    : bytes(
        supplier.GET('/bids/{bid_id}/files/{file_id}', {
          params: { path: { bid_id, file_id: id } },
          parseAs: 'blob',
        }),
      )
