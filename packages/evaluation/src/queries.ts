import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Schemas as BuyerSchemas, api as buyer } from '@zabuni/api/buyer'
import { bytes, data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'

/** Where a category stands between closing and ranking. */
export type Desk = Schemas['Desk']
/** A bid with its results so far. */
export type OpenedBid = Schemas['OpenedBid']
/** A part of a bid that is sealed and opened by itself. */
export type Envelope = Schemas['Opening']['envelope']
/** What a person states of their interest in the bidders. */
export type Interest = NonNullable<Desk['my_interest']>
/** What an evaluator works on. */
export type Sheet = Schemas['Sheet'] & { activity: Desk['activity'] }
/** A question of it. */
export type Question = Schemas['SheetQuestion']
/** What one bid answers to one question, with my score. */
export type Cell = Schemas['SheetCell']

const of = (category_id: string) => ({ path: { category_id } })

/** Where a category stands; asked again while others may act on it. */
export const desk = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'evaluation', 'desk'],
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}/evaluation', { params: of(category_id), signal })),
    // Who is refused is refused still in five seconds.
    refetchInterval: ({ state }) => (faultCode(state.error) ? false : 5000),
  })

/** Opened answers with my own marks. */
export const sheet = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'evaluation', 'sheet'],
    queryFn: async ({ signal }) => {
      const read = await data(
        api.GET('/categories/{category_id}/evaluation/sheet', { params: of(category_id), signal }),
      )
      return { ...read, activity: read.desk.activity }
    },
    retry: false,
  })

/** The words behind the figures of a result. */
export const origins = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'evaluation', 'origins'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/evaluation/origins', {
          params: of(category_id),
          signal,
        }),
      ),
  })

/** Gives my word for an opening; the operator never does. */
export const confirmOpening = (category_id: string, envelope: Envelope) =>
  data(
    buyer.POST('/categories/{category_id}/openings/{envelope}/confirm', {
      params: { path: { category_id, envelope } },
    }),
  )

/** Puts my name under the minutes. */
export const signMinutes = (category_id: string, envelope: Envelope) =>
  data(
    buyer.POST('/categories/{category_id}/openings/{envelope}/sign', {
      params: { path: { category_id, envelope } },
    }),
  )

/** Declares my interests. */
export const declare = (category_id: string, body: { interest: Interest; declaration?: string }) =>
  data(
    api.POST('/categories/{category_id}/evaluation/declaration', {
      params: of(category_id),
      body,
    }),
  )

/** One of my marks. */
export type Mark = { submission_id: string; question_id: string; value: string; comment?: string }

/** Stores my marks. */
export const putMarks = (category_id: string, marks: Mark[]) =>
  data(
    api.PUT('/categories/{category_id}/evaluation/marks', {
      params: of(category_id),
      body: { marks },
    }),
  )

/** Puts a stored mark into what was read: a sheet of many bids is not read again for each. */
export const keepMark = (client: QueryClient, category_id: string, mark: Mark) => {
  const { submission_id, question_id, value, comment = '' } = mark
  client.setQueryData(
    sheet(category_id).queryKey,
    (read) =>
      read && {
        ...read,
        cells: read.cells.map((c) =>
          c.submission_id === submission_id && c.question_id === question_id
            ? { ...c, mine: value, comment }
            : c,
        ),
      },
  )
  return client.invalidateQueries({ queryKey: desk(category_id).queryKey })
}

/** The steps that close a phase. */
export const steps = {
  finish: (category_id: string) =>
    data(api.POST('/categories/{category_id}/evaluation/finish', { params: of(category_id) })),
  complete: (category_id: string) =>
    data(api.POST('/categories/{category_id}/evaluation/complete', { params: of(category_id) })),
}

/** A document of an opened bid, as bytes fetched with the session. */
export const openedFile = (submission_id: string, file_id: string): Promise<Blob> =>
  bytes(
    api.GET('/submissions/{submission_id}/files/{file_id}', {
      params: { path: { submission_id, file_id } },
      parseAs: 'blob',
    }),
  )

/** A negotiation of a category, itself a category. */
export type Round = BuyerSchemas['Round']

/** The rounds of negotiation of a category; the operator never negotiates. */
export const rounds = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'rounds'],
    queryFn: async ({ signal }) =>
      (
        await data(
          buyer.GET('/categories/{category_id}/rounds', { params: of(category_id), signal }),
        )
      ).items,
  })

/** Begins a round with chosen ranked bidders. */
export const createRound = (
  category_id: string,
  body: { submission_ids: string[]; closes_at: string; best_and_final: boolean },
) => data(buyer.POST('/categories/{category_id}/rounds', { params: of(category_id), body }))

/** Computes the results of a ranked category again, in the background. */
export const refreshScores = (category_id: string) =>
  data(api.POST('/categories/{category_id}/evaluation/refresh', { params: of(category_id) }))
