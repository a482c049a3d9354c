import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'

/** Reads a page of a list; what stood there before stays until it has come. */
export const useList = <T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>) =>
  useQuery({ ...options, placeholderData: keepPreviousData as never })

/** What an operation may be asked for. */
export type Asked<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never

type Given<T> = { [K in keyof T]?: Exclude<T[K], '' | false | undefined> }

const isGiven = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : Boolean(value) || value === 0

/** Only what is set: a query names what narrows it, and nothing else. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value))) as Given<T>
