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

/** What awards saved against one baseline, a page of them. */
export type Savings = Schemas['Savings']
/** An award against one baseline. */
export type SavingRow = Schemas['SavingRow']
/** What was saved in one currency, bought or sold. */
export type SavingTotal = Schemas['SavingTotal']
/** An award against all of its baselines. */
export type Evidence = Schemas['SavingEvidence']
/** An award against one of its baselines, with what that came from. */
export type BaselineEvidence = Schemas['BaselineEvidence']
/** A row that a baseline came from. */
export type Source = Schemas['SavingSource']
/** A buyer with what it saved. */
export type SavingsBuyer = OperatorSchemas['SavingsBuyer']
/** What an award is compared with. */
export type Baseline = BaselineEvidence['kind']
/** What narrows savings. */
export type SavingsQuery = Query<'savings'>

/** Baselines in the order in which screens offer them. */
export const BASELINES = ['estimate', 'mean', 'last_paid', 'before'] as const satisfies Baseline[]

type Language = 'en' | 'am' | 'fr' | 'pt' | 'sw'

/** A page of the own savings. */
export const savings = (query: SavingsQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, 'savings', query],
    queryFn: ({ signal }) => data(buyer.GET('/savings', { params: { query }, signal })),
  })

/** A page of a buyer's savings, for the operator. */
export const savingsOf = (buyer_id: string, query: SavingsQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, 'savings', buyer_id, query],
    queryFn: ({ signal }) =>
      data(
        operator.GET('/savings/buyers/{buyer_id}', {
          params: { path: { buyer_id }, query },
          signal,
        }),
      ),
  })

/** Buyers with what they saved. */
export const savingsBuyers = (query: OperatorQuery<'savingsBuyers'>) =>
  queryOptions({
    queryKey: [...keys.jobs, 'savings', 'buyers', query],
    queryFn: ({ signal }) => data(operator.GET('/savings/buyers', { params: { query }, signal })),
  })

/** An award against all of its baselines. */
export const evidence = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'savings'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/savings/categories/{category_id}', { params: { path: { category_id } }, signal }),
      ),
    retry: false,
  })

/** Savings as a workbook: the own ones, or those of a buyer. */
export const exportSavings = (
  query: Omit<SavingsQuery, 'after' | 'limit'>,
  language: Language,
  buyer_id?: string,
): Promise<Blob> =>
  buyer_id
    ? bytes(
        operator.POST('/savings/buyers/{buyer_id}/export', {
          params: { path: { buyer_id }, query: { ...query, language } },
          parseAs: 'blob',
        }),
      )
    : bytes(
        buyer.POST('/savings/export', {
          params: { query: { ...query, language } },
          parseAs: 'blob',
        }),
      )
