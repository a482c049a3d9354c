import { queryOptions } from '@tanstack/react-query'
import { type Schemas as Buyer, type Query as BuyerQuery, api as buyer } from '@zabuni/api/buyer'
import { data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import {
  type Schemas as Operator,
  type Query as OperatorQuery,
  api as operator,
} from '@zabuni/api/operator'

/** A job that an award or a list came of. */
export type JobRow = Schemas['ContractJob']
/** Whom an award or a list chose. */
export type Chosen = Buyer['ChosenSupplier']
/** A category of a job with what it belongs to. */
export type Head = Buyer['ContractCategoryHead']
/** A buyer with what its contracts wait for. */
export type Helped = Operator['HelpedBuyer']

type Activity = JobRow['activity']

/** Jobs of a buyer that an award or a list came of. */
export const jobs = (query: Query<'contractJobs'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'jobs', query],
    queryFn: ({ signal }) => data(api.GET('/contract-jobs', { params: { query }, signal })),
  })

/** One of them with its categories. */
export const job = (job_id: string, activity: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'job', job_id, activity],
    queryFn: ({ signal }) =>
      data(
        buyer.GET('/contract-jobs/{job_id}', {
          params: { path: { job_id }, query: { activity: activity as Activity } },
          signal,
        }),
      ),
  })

/** The contracts of the award of a category. */
export const ofCategory = (category_id: string, query: BuyerQuery<'categoryContracts'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'category', category_id, query],
    queryFn: ({ signal }) =>
      data(
        buyer.GET('/contract-jobs/categories/{category_id}/contracts', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
  })

/** Whom a category chose. */
export const chosen = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, 'chosen', category_id],
    queryFn: ({ signal }) =>
      data(
        buyer.GET('/contract-jobs/categories/{category_id}/suppliers', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })

/** Buyers with contracts. */
export const helped = (query: OperatorQuery<'contractBuyers'>) =>
  queryOptions({
    queryKey: [...keys.contracts, 'helped', query],
    queryFn: ({ signal }) => data(operator.GET('/contract-buyers', { params: { query }, signal })),
  })
