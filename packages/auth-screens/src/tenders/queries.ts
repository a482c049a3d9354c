import { data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/supplier'

/** A row of the public list. */
export type Tender = Schemas['PublicTender']
/** A tender as everybody may read it. */
export type TenderDetails = Schemas['PublicDetails']
/** Where a tender stands. */
export type State = Tender['state']

/** States in the order of a tender's life. */
export const STATES = [
  'open',
  'in_evaluation',
  'awarded',
  'completed',
  'ended',
] as const satisfies State[]

/** A page of the public list. */
export const readTenders = (query: Query<'publicTenders'>): Promise<Schemas['PublicTenders']> =>
  data(api.GET('/tenders', { params: { query } }))

/** A page of what buyers mean to buy. */
export const readPlanned = (query: Query<'publicPlanned'>): Promise<Schemas['PublicPlans']> =>
  data(api.GET('/planned', { params: { query } }))

/** Countries of buyers. */
export const readCountries = async () => (await data(api.GET('/core/countries/'))).items

/** One tender. */
export const readTender = (job_id: string): Promise<TenderDetails> =>
  data(api.GET('/tenders/{job_id}', { params: { path: { job_id } } }))

/** Where the feed of everything is read. */
export const FEED = '/api/supplier/ocds/releases?after=0'
/** Where the record of a tender, or of what is planned, is read. */
export const recordOf = (process: string): string => `/api/supplier/ocds/records/${process}`
/** Where a document of a tender is read. */
export const documentOf = (jobId: string, id: string): string =>
  `/api/supplier/tenders/${jobId}/documents/${id}`
