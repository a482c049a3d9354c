import { queryOptions } from '@tanstack/react-query'
import {
  type Query as BuyerQuery,
  type Schemas as BuyerSchemas,
  api as buyer,
} from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'

/** A published job. */
export type LiveJob = Schemas['LiveJob']
/** A published category in numbers. */
export type LiveCategory = Schemas['LiveCategory']
/** A company that takes part. */
export type Participant = Schemas['Participant']
/** A buyer's work in figures. */
export type Board = BuyerSchemas['BuyerDashboard']
/** A piece of work that waits for a person. */
export type Work = BuyerSchemas['Work']
/** A category that has closed. */
export type ResultRow = BuyerSchemas['ResultRow']
/** A supplier whose bids were opened. */
export type BidderRow = BuyerSchemas['BidderRow']

/** What narrows the list of live jobs. */
export type LiveQuery = Query<'liveJobs'>

/** A page of published jobs. */
export const liveJobs = (query: LiveQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, 'live', query],
    queryFn: ({ signal }) => data(api.GET('/livejobs', { params: { query }, signal })),
  })

/** A published job with its categories. */
export const liveCategories = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.job(job_id), 'live'],
    queryFn: ({ signal }) =>
      data(api.GET('/livejobs/{job_id}/categories', { params: { path: { job_id } }, signal })),
  })

/** A category, for the job that it is of. */
export const category = (category_id: string) =>
  queryOptions({
    queryKey: keys.category(category_id),
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}', { params: { path: { category_id } }, signal })),
  })

/** Who takes part in a category. */
export const participants = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'participants'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/livejobs/categories/{category_id}/participants', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })

/** The figures of the last months. */
export const board = (query: BuyerQuery<'buyerDashboard'>) =>
  queryOptions({
    queryKey: [...keys.jobs, 'board', query],
    queryFn: ({ signal }) => data(buyer.GET('/dashboard', { params: { query }, signal })),
  })

/** The same as a file. */
export const exportBoard = (
  query: BuyerQuery<'buyerDashboard'>,
  format: 'csv' | 'xlsx',
  language: 'en' | 'am' | 'fr' | 'pt' | 'sw',
): Promise<Blob> =>
  bytes(
    buyer.POST('/dashboard/export', {
      params: { query: { ...query, format, language } },
      parseAs: 'blob',
    }),
  )

/** What narrows the list of results. */
export type ResultsQuery = BuyerQuery<'results'>

/** A page of categories that have closed. */
export const results = (query: ResultsQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, 'results', query],
    queryFn: ({ signal }) => data(buyer.GET('/results', { params: { query }, signal })),
  })

/** What narrows the list of bidders. */
export type BiddersQuery = BuyerQuery<'bidders'>

/** A page of suppliers whose bids were opened. */
export const bidders = (query: BiddersQuery) =>
  queryOptions({
    queryKey: [...keys.figures, 'bidders', query],
    queryFn: ({ signal }) => data(buyer.GET('/bidders', { params: { query }, signal })),
  })

/** A report that a job has, now or one day. */
export type JobReport = Schemas['JobReport']
/** Reports by their names. */
export type ReportName = JobReport['name']
/** What a report is to be. */
export type ReportWish = Schemas['AskReportInputBody']

/** The reports of a job. */
export const jobReports = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.job(job_id), 'reports'],
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}/reports', { params: { path: { job_id } }, signal })),
  })

/** What a report may be asked about. */
export const reportChoices = (job_id: string, report_name: ReportName) =>
  queryOptions({
    queryKey: [...keys.job(job_id), 'reports', report_name],
    queryFn: ({ signal }) =>
      data(
        api.GET('/jobs/{job_id}/reports/{report_name}', {
          params: { path: { job_id, report_name } },
          signal,
        }),
      ),
    retry: false,
  })

/** Has a report written; answers its task. */
export const askReport = (job_id: string, report_name: ReportName, body: ReportWish) =>
  data(
    api.POST('/jobs/{job_id}/reports/{report_name}', {
      params: { path: { job_id, report_name } },
      body,
    }),
  )
