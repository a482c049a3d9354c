import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Schemas as BuyerSchemas, api as buyer } from '@zabuni/api/buyer'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'

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

/** Where the visits of a category stand. */
export type VisitDesk = Schemas['DiligenceDesk']
/** An opened bid with its visit. */
export type VisitedBid = Schemas['VisitedBid']
/** One bidder's visit. */
export type VisitSheet = Schemas['VisitSheet']
/** One question of it. */
export type VisitCell = Schemas['VisitCell']
/** Where a visit stands. */
export type VisitStatus = NonNullable<VisitSheet['status']>

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

/** Asks a bidder to explain an abnormally low price. */
export const askPrice = (submission_id: string, body: { question: string; due_at: string }) =>
  data(
    api.POST('/submissions/{submission_id}/price-query', {
      params: { path: { submission_id } },
      body,
    }),
  )

/** Decides whether a price was explained. */
export const decidePrice = (
  submission_id: string,
  body: { outcome: 'accepted' | 'rejected'; reason: string; version: number },
) =>
  data(
    api.POST('/submissions/{submission_id}/price-query/decision', {
      params: { path: { submission_id } },
      body,
    }),
  )

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

/** Where the checks of a category stand. */
export type Checks = Schemas['AssuranceDesk']
/** A bid with what was checked of it. */
export type CheckedBid = Schemas['CheckedBid']
/** The first check of a bid, or the second one. */
export type Turn = Schemas['AssuranceSheet']['turn']
/** One bid as it is checked. */
export type CheckSheet = Schemas['AssuranceSheet']
/** One of its answers. */
export type CheckCell = Schemas['CheckCell']
/** What somebody found of an answer. */
export type Verdict = Schemas['Check']['verdict']

/** Where the checks of a category stand; asked again while others may check. */
export const checks = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'assurance', 'desk'],
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}/assurance', { params: of(category_id), signal })),
    refetchInterval: ({ state }) => (faultCode(state.error) ? false : 5000),
  })

const part = (submission_id: string, turn: Turn) => ({ path: { submission_id, turn } })

/** What a bid says, with what was found of it in a turn. */
export const checkSheet = (category_id: string, submission_id: string, turn: Turn) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'assurance', 'sheet', submission_id, turn],
    queryFn: ({ signal }) =>
      data(
        api.GET('/submissions/{submission_id}/checks/{turn}', {
          params: part(submission_id, turn),
          signal,
        }),
      ),
    retry: false,
  })

/** How far the second checks of a job's categories are. */
export const controls = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.job(job_id), 'assurance'],
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}/assurance', { params: { path: { job_id } }, signal })),
  })

/** Declares my interests before I check. */
export const declareChecker = (
  category_id: string,
  body: { interest: Interest; declaration?: string },
) =>
  data(
    api.POST('/categories/{category_id}/assurance/declaration', { params: of(category_id), body }),
  )

/** Says how many per cent of the bids are checked a second time. */
export const setSample = (category_id: string, body: Schemas['CheckSample']) =>
  data(api.PUT('/categories/{category_id}/assurance/sample', { params: of(category_id), body }))

/** Gives a check to somebody, or leaves it to whoever comes first. */
export const giveCheck = (
  submission_id: string,
  turn: Turn,
  body: { checker_id?: string; version: number },
) =>
  data(
    api.PUT('/submissions/{submission_id}/checks/{turn}/checker', {
      params: part(submission_id, turn),
      body,
    }),
  )

/** Stores what I found of an answer. */
export const putCheck = (
  submission_id: string,
  turn: Turn,
  question_id: string,
  body: { verdict: Verdict; note?: string; version: number },
) =>
  data(
    api.PUT('/submissions/{submission_id}/checks/{turn}/answers/{question_id}', {
      params: { path: { submission_id, turn, question_id } },
      body,
    }),
  )

/** Puts a stored finding of mine into what was read, so that what is missing is known at once. */
export const keepCheck = (
  client: QueryClient,
  { category_id, submission_id, turn }: CheckSheet,
  question_id: string,
  found: Pick<Schemas['Check'], 'verdict' | 'note' | 'version'>,
) => {
  const me = session()
  const by = me ? `${me.first_name} ${me.last_name}` : ''
  const check = { ...found, by, at: new Date(serverNow()).toISOString() }
  client.setQueryData(
    checkSheet(category_id, submission_id, turn).queryKey,
    (read) =>
      read && {
        ...read,
        cells: read.cells.map((c) =>
          c.id === question_id ? { ...c, check, version: found.version } : c,
        ),
      },
  )
}

/** Says that a check of a bid is done. */
export const finishCheck = (submission_id: string, turn: Turn) =>
  data(
    api.POST('/submissions/{submission_id}/checks/{turn}/finish', {
      params: part(submission_id, turn),
    }),
  )

const ofBid = (submission_id: string) => ({ path: { submission_id } })

/** Where the visits of a category stand. */
export const visitDesk = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'visits', 'desk'],
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}/diligence', { params: of(category_id), signal })),
  })

/** What is asked on a bidder's visit, and what was found. */
export const visitSheet = (category_id: string, submission_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'visits', submission_id],
    queryFn: ({ signal }) =>
      data(api.GET('/submissions/{submission_id}/visit', { params: ofBid(submission_id), signal })),
  })

/** Declares my interests before I visit. */
export const declareVisitor: typeof declare = (category_id, body) =>
  data(
    api.POST('/categories/{category_id}/diligence/declaration', { params: of(category_id), body }),
  )

/** Adds a question to visits, or to that of one bid. */
export const askOnVisit = (
  category_id: string,
  body: Omit<Schemas['VisitQuestion'], 'id' | 'published' | 'supplier_id' | 'supplier_name'> & {
    submission_id?: string
  },
) =>
  data(api.POST('/categories/{category_id}/diligence/questions', { params: of(category_id), body }))

/** Takes a question back that nobody has answered. */
export const unaskOnVisit = (category_id: string, question_id: string) =>
  data(
    api.DELETE('/categories/{category_id}/diligence/questions/{question_id}', {
      params: { path: { category_id, question_id } },
    }),
  )

/** Plans a visit, or says when and where it is. */
export const planVisit = (
  submission_id: string,
  body: { at?: string; place?: string; people?: string; version: number },
) => data(api.PUT('/submissions/{submission_id}/visit', { params: ofBid(submission_id), body }))

/** What a device sends of a visit. */
export type VisitNews = {
  arrival?: Schemas['Arrival']
  answers: Schemas['VisitChange'][]
}

/** Sends what was found; sent again it counts once. */
export const conductVisit = (submission_id: string, body: VisitNews, keepalive: boolean) =>
  data(
    api.PUT('/submissions/{submission_id}/visit/answers', {
      params: ofBid(submission_id),
      body,
      keepalive,
    }),
  )

/** Sums a visit up. */
export const findVisit = (submission_id: string, body: { findings: string; version: number }) =>
  data(
    api.POST('/submissions/{submission_id}/visit/findings', { params: ofBid(submission_id), body }),
  )

/** What is decided on a visit. */
export type Outcome = 'cleared' | 'flagged' | 'failed'

/** Decides on a visit. */
export const decideVisit = (
  submission_id: string,
  body: { outcome: Outcome; reason: string; expires_on: string; version: number },
) =>
  data(
    api.POST('/submissions/{submission_id}/visit/decision', { params: ofBid(submission_id), body }),
  )

/** Sends a photograph under the name that the device gave it. */
export const addVisitPhoto = (
  submission_id: string,
  photo_id: string,
  { question_id, name, photo }: { question_id: string; name: string; photo: Blob },
  signal: AbortSignal,
) =>
  data(
    api.PUT('/submissions/{submission_id}/visit/photos/{photo_id}', {
      params: { path: { submission_id, photo_id }, query: { question_id, name } },
      ...asBytes(photo),
      signal,
    }),
  )

/** A photograph of a visit, as bytes fetched with the session. */
export const visitPhoto = (submission_id: string, photo_id: string) =>
  queryOptions({
    queryKey: keys.visitPhoto(submission_id, photo_id),
    queryFn: ({ signal }): Promise<Blob> =>
      bytes(
        api.GET('/submissions/{submission_id}/visit/photos/{photo_id}', {
          params: { path: { submission_id, photo_id } },
          parseAs: 'blob',
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Takes a photograph back. */
export const removeVisitPhoto = (submission_id: string, photo_id: string) =>
  data(
    api.DELETE('/submissions/{submission_id}/visit/photos/{photo_id}', {
      params: { path: { submission_id, photo_id } },
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

/** How many documents of opened bids each section has that I may open. */
export const paperSections = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'papers'],
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}/papers', { params: of(category_id), signal })),
  })

/** Puts the documents of a section into an archive, in the background. */
export const startPapers = (category_id: string, section_id: string) =>
  data(
    api.POST('/categories/{category_id}/papers', {
      params: of(category_id),
      body: { section_id },
    }),
  )

/** Computes the results of a ranked category again, in the background. */
export const refreshScores = (category_id: string) =>
  data(api.POST('/categories/{category_id}/evaluation/refresh', { params: of(category_id) }))

/** The report on a result as its judges sign it. */
export type EvaluationReport = Schemas['EvaluationReport']
/** What there is of it for its reader. */
export type ReportSigning = Schemas['ReportSigning']

/** The report on a result, and who has signed it. */
export const reportSigning = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'evaluation', 'report'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/evaluation/report', {
          params: of(category_id),
          signal,
        }),
      ),
  })

/** Have the report made, for its judges to sign. */
export const beginReport = (
  category_id: string,
  language: Schemas['BeginReportInputBody']['language'],
) =>
  data(
    api.POST('/categories/{category_id}/evaluation/report', {
      params: of(category_id),
      body: { language },
    }),
  )

/** The report as a PDF, with the signatures that it has. */
export const reportPaper = (category_id: string): Promise<Blob> =>
  bytes(
    api.GET('/categories/{category_id}/evaluation/report/paper', {
      params: of(category_id),
      parseAs: 'blob',
    }),
  )

/** Signs the paper whose sum this is; a retry with the same key is the same signature. */
export const signReport = (category_id: string, paper_sum: string, key: string) =>
  data(
    api.POST('/categories/{category_id}/evaluation/report/sign', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body: { paper_sum },
    }),
  )
