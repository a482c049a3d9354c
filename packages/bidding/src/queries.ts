import { queryOptions } from '@tanstack/react-query'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/supplier'
import type { Language } from '@zabuni/i18n/languages'

/** My bid in a category, as the server has it. */
export type Bid = Schemas['Bid']
/** A question of it, with its answer. */
export type Question = Schemas['BidQuestion']
/** A section of it. */
export type Section = Schemas['BidSection']
/** A priced line of it. */
export type Line = Schemas['BidLine']
/** A document of it. */
export type BidFile = Schemas['BidFile']
/** The proof of a submission. */
export type Receipt = Schemas['Receipt']
/** A bid in a list. */
export type BidRow = Schemas['BidRow']
/** A category that was paid for and has no bid yet. */
export type PaidRow = Schemas['PaidRow']
/** A category that is open. */
export type OpenCategory = Schemas['OpenCategory']
/** What a category asks for. */
export type CategoryPreview = Schemas['CategoryPreview']
/** What a filled workbook would change. */
export type Report = Schemas['Report']

/** What narrows what is open; `fitting` keeps the kinds of supply that my company has named. */
export type OpenInput = Query<'openCategories'>
/** Which bids. */
export type BidState = 'ongoing' | 'closed' | 'ranked'

/** What is open for everyone or for us, the next to close first. */
export const openCategoriesQuery = (input: OpenInput) =>
  queryOptions({
    queryKey: [...keys.open, 'categories', input],
    queryFn: ({ signal }) => data(api.GET('/dashboard/jobs', { params: { query: input }, signal })),
  })

/** Companies with something open. */
export const openCompaniesQuery = (input: Query<'openCompanies'>) =>
  queryOptions({
    queryKey: [...keys.openCompanies, input],
    queryFn: ({ signal }) =>
      data(api.GET('/dashboard/companies', { params: { query: input }, signal })),
  })

/** What one company has open. */
export const companyJobsQuery = (company: string, input: Query<'companyJobs'>) =>
  queryOptions({
    queryKey: [...keys.openCompanies, company, input],
    queryFn: ({ signal }) =>
      data(
        api.GET('/dashboard/companies/{company_id}/jobs', {
          params: { path: { company_id: company }, query: input },
          signal,
        }),
      ),
  })

/** What a category asks for. */
export const previewQuery = (category: string) =>
  queryOptions({
    queryKey: [...keys.category(category), 'preview'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/preview', {
          params: { path: { category_id: category } },
          signal,
        }),
      ),
  })

/** What all are told of a category, and what my company has asked. */
export const clarificationsQuery = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'clarifications'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/clarifications', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })

/** Ask about a category, under the id that this browser gave the question. */
export const askQuestion = (category_id: string, clarification_id: string, question: string) =>
  data(
    api.PUT('/categories/{category_id}/clarifications/{clarification_id}', {
      params: { path: { category_id, clarification_id } },
      body: { question },
    }),
  )

/** What has changed of a category since it was published. */
export const addendaQuery = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'addenda'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/addenda', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })

/** Say that the addenda were read, up to the latest. */
export const acknowledge = (bid_id: string, number: number) =>
  data(api.POST('/bids/{bid_id}/acknowledge', { params: { path: { bid_id } }, body: { number } }))

/** A file that belongs to what is asked, fetched with the session. */
export const attachmentOf = (category_id: string, attachment_id: string) =>
  bytes(
    api.GET('/categories/{category_id}/attachments/{attachment_id}', {
      params: { path: { category_id, attachment_id } },
      parseAs: 'blob',
    }),
  )

/** A photograph of an item, as bytes fetched with the session. */
export const itemPhoto = (category_id: string, item_id: string, photo_id: string) =>
  queryOptions({
    queryKey: keys.itemPhoto(item_id, photo_id),
    queryFn: ({ signal }): Promise<Blob> =>
      bytes(
        api.GET('/categories/{category_id}/items/{item_id}/photos/{photo_id}', {
          params: { path: { category_id, item_id, photo_id } },
          parseAs: 'blob',
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a buyer asks about a price that it finds unusually low. */
export type PriceQuestion = Schemas['PriceQuestion']

/** What was asked about the price of my bid; null where nobody asked. */
export const priceQuestionQuery = (bid_id: string) =>
  queryOptions({
    queryKey: keys.bidPrice(bid_id),
    queryFn: async ({ signal }): Promise<PriceQuestion | null> =>
      (await data(api.GET('/bids/{bid_id}/price-query', { params: { path: { bid_id } }, signal })))
        .question ?? null,
  })

/** Explains the price of my bid. */
export const explainPrice = (bid_id: string, answer: string) =>
  data(api.PUT('/bids/{bid_id}/price-query', { params: { path: { bid_id } }, body: { answer } }))

/** My bids. */
export const bidsQuery = (state: BidState, input: Omit<Query<'bids'>, 'state'>) =>
  queryOptions({
    queryKey: [...keys.bids, state, input],
    queryFn: ({ signal }) =>
      data(api.GET('/bids', { params: { query: { state, ...input } }, signal })),
  })

/** My bid in a category; null before we take part. Its draft changes under the outbox, so a refetch while typing would only flicker. */
export const bidQuery = (category: string) =>
  queryOptions({
    queryKey: keys.bid(category),
    queryFn: async ({ signal }): Promise<Bid | null> =>
      (
        await data(
          api.GET('/categories/{category_id}/bid', {
            params: { path: { category_id: category } },
            signal,
          }),
        )
      ).bid ?? null,
    staleTime: 0,
    refetchOnReconnect: false,
  })

/** How my bid came out, once its letters are issued. */
export const resultQuery = (bid_id: string) =>
  queryOptions({
    queryKey: keys.bidResult(bid_id),
    queryFn: ({ signal }) =>
      data(api.GET('/bids/{bid_id}/result', { params: { path: { bid_id } }, signal })),
  })

/** My withdrawals. */
export const withdrawalsQuery = (query: Query<'withdrawals'>) =>
  queryOptions({
    queryKey: [...keys.bids, 'withdrawals', query],
    queryFn: ({ signal }) => data(api.GET('/withdrawals', { params: { query }, signal })),
  })

/** Takes part in a category; the same bid at every call. */
export const startBid = (category: string) =>
  data(api.POST('/categories/{category_id}/bid', { params: { path: { category_id: category } } }))

/** How many letters to the company nobody has read. */
export const unreadLetters = queryOptions({
  queryKey: [...keys.letters, 'mine', 'unread'],
  queryFn: async ({ signal }) =>
    (await data(api.GET('/letters', { params: { query: { limit: 1 } }, signal }))).unread,
  staleTime: 0,
})

/** Where and when something was answered before. */
export type EarlierSource = Schemas['EarlierSource']

/** What was answered and offered to the same in other bids of ours. */
export const earlierQuery = (category: string, bid_id: string) =>
  queryOptions({
    queryKey: keys.earlier(category),
    queryFn: ({ signal }) =>
      data(api.GET('/bids/{bid_id}/earlier', { params: { path: { bid_id } }, signal })),
  })

/** Take over what was chosen of it. */
export const takeEarlier = (bid_id: string, body: Schemas['TakeEarlierInputBody']) =>
  data(api.POST('/bids/{bid_id}/earlier', { params: { path: { bid_id } }, body }))

/** Announce a file. */
export const beginUpload = (bid_id: string, body: Schemas['BeginUploadInputBody']) =>
  api.POST('/bids/{bid_id}/uploads', { params: { path: { bid_id } }, body })
/** A document of the bid, fetched with the session. */
export const fileOf = (bid_id: string, file_id: string) =>
  bytes(
    api.GET('/bids/{bid_id}/files/{file_id}', {
      params: { path: { bid_id, file_id } },
      parseAs: 'blob',
    }),
  )
/** A paper of my company's profile. */
export type ProfilePaper = Schemas['ProfilePaper']
/** Papers of my company's profile that may answer a question of a bid. */
export const papersQuery = (category: string, bid_id: string) =>
  queryOptions({
    queryKey: keys.bidPapers(category),
    queryFn: async ({ signal }) =>
      (await data(api.GET('/bids/{bid_id}/papers', { params: { path: { bid_id } }, signal })))
        .papers,
  })
/** Answer a question with one of them. */
export const takePaper = (bid_id: string, body: Schemas['TakePaperInputBody']) =>
  data(api.POST('/bids/{bid_id}/papers', { params: { path: { bid_id } }, body }))
/** Take a file out of the draft. */
export const removeFile = (bid_id: string, file_id: string) =>
  api.DELETE('/bids/{bid_id}/files/{file_id}', { params: { path: { bid_id, file_id } } })
/** Make the Excel template of a long list of items in the background. */
export const makeTemplate = (
  bid_id: string,
  query: { language?: 'en' | 'am' | 'fr' | 'pt' | 'sw' },
) => api.POST('/bids/{bid_id}/template/task', { params: { path: { bid_id }, query } })
/** Put a category into my cart. */
export const addToCart = (body: Schemas['AddInputBody']) => api.POST('/supplier/cart/', { body })
/** Withdraw a submitted bid, with a reason. */
export const withdrawBid = (bid_id: string, body: Schemas['WithdrawInputBody']) =>
  api.POST('/bids/{bid_id}/withdraw', { params: { path: { bid_id } }, body })

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = (bid_id: string, language: Language, file: Blob) => ({
  params: { path: { bid_id }, query: { language } },
  ...asBytes(file, XLSX),
})
/** What a filled workbook would change. */
export const readTemplate = (bid_id: string, language: Language, file: Blob) =>
  api.POST('/bids/{bid_id}/template/read', workbook(bid_id, language, file))
/** Take what a filled workbook says into the draft. */
export const takeTemplate = (bid_id: string, language: Language, file: Blob) =>
  api.POST('/bids/{bid_id}/template', workbook(bid_id, language, file))
/** The same workbook with what to correct marked in it. */
export const templateCorrections = (
  bid_id: string,
  language: Language,
  file: Blob,
): Promise<Blob> =>
  bytes(
    api.POST('/bids/{bid_id}/template/corrections', {
      ...workbook(bid_id, language, file),
      parseAs: 'blob',
    }),
  )
/** Submit a bid; the same key submits once. */
export const submitBid = (bid_id: string, key: string) =>
  api.POST('/bids/{bid_id}/submit', {
    params: { path: { bid_id }, header: idempotencyKey(key) },
  })
/** Save answers and prices of a draft; a farewell outlives its page. */
export const saveDraft = (bid_id: string, body: Schemas['SaveInputBody'], keepalive: boolean) =>
  api.PATCH('/bids/{bid_id}/draft', { params: { path: { bid_id } }, body, keepalive })
/** One part of a file. */
export const appendPart = (upload_id: string, offset: number, part: Blob, signal: AbortSignal) =>
  api.PATCH('/uploads/{upload_id}', {
    params: { path: { upload_id }, query: { offset } },
    ...asBytes(part),
    signal,
  })
