import { queryOptions } from '@tanstack/react-query'
import { api as buyer } from '@zabuni/api/buyer'
import { bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import type { Kind } from './slots.ts'

/** A complaint that stopped an award. */
export type Freeze = Schemas['AwardFreeze']
/** Results of a category and what was decided on them. */
export type Standing = Schemas['AwardStanding']
/** An evaluated bid. */
export type Bid = Schemas['AwardBid']
/** The words of a job's letters of one kind. */
export type Template = Schemas['LetterTemplate']
/** What a letter says. */
export type LetterText = Schemas['LetterText']
/** An issued letter in a list. */
export type LetterRow = Schemas['LetterRow']
/** The languages of letters. */
export type Language = Template['language']

const of = (category_id: string) => ({ path: { category_id } })

/** Results of a category and what was decided on them; the buyer's alone. */
export const standing = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'letters', 'standing'],
    queryFn: ({ signal }) =>
      data(buyer.GET('/categories/{category_id}/award', { params: of(category_id), signal })),
  })

/** Letters of a category that went out. */
export const categoryLetters = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'letters', 'issued'],
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/categories/{category_id}/letters', { params: of(category_id), signal }),
        )
      ).items,
  })

/** Proposes who gets a category; no bid where all who passed are chosen. */
export const recommend = (category_id: string, body: { submission_id?: string; reason: string }) =>
  data(buyer.POST('/categories/{category_id}/recommendation', { params: of(category_id), body }))

/** Decides as recommended and issues every letter; one key for each intent. */
export const award = (
  category_id: string,
  body: { recommended_at: string; language: Language },
  key: string,
) =>
  data(
    buyer.POST('/categories/{category_id}/award', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body,
    }),
  )

/** Issues letters beside the decision; one key for each intent. */
export const sendLetters = (
  category_id: string,
  body: { kind: Kind; supplier_ids: string[]; language: Language },
  key: string,
) =>
  data(
    buyer.POST('/categories/{category_id}/letters', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body,
    }),
  )

/** Complaints that stopped the award of a category. */
export const freezes = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'letters', 'freezes'],
    queryFn: async ({ signal }) =>
      (
        await data(
          buyer.GET('/categories/{category_id}/freezes', { params: of(category_id), signal }),
        )
      ).items,
  })

/** Stops an award while a complaint about it is reviewed. */
export const freeze = (category_id: string, body: { reference: string; reason: string }) =>
  data(buyer.POST('/categories/{category_id}/freezes', { params: of(category_id), body }))

/** Asks to end what stops an award. */
export const askEnd = (
  category_id: string,
  body: { outcome: NonNullable<Freeze['outcome']>; said: string },
) => data(buyer.POST('/categories/{category_id}/freezes/end', { params: of(category_id), body }))

/** Ends what stops an award as was asked, or lets it go on. */
export const decideEnd = (category_id: string, body: { asked_at: string; ends: boolean }) =>
  data(buyer.POST('/categories/{category_id}/freezes/decide', { params: of(category_id), body }))

/** What names a preview. */
export type PreviewOf = {
  category_id: string
  supplier_id: string
  kind: 'award' | 'regret'
  language: Language
}
const named = ({ category_id, supplier_id, kind, language }: PreviewOf) => ({
  path: { category_id, supplier_id },
  query: { kind, language },
})

/** The letter of a bidder as it would be issued now. */
export const preview = (p: PreviewOf) =>
  queryOptions({
    queryKey: [...keys.category(p.category_id), 'letters', 'preview', p],
    queryFn: ({ signal }) =>
      data(
        buyer.GET('/categories/{category_id}/letters/preview/{supplier_id}', {
          params: named(p),
          signal,
        }),
      ),
    staleTime: 0,
  })

/** The same as a document. */
export const previewPDF = (p: PreviewOf): Promise<Blob> =>
  bytes(
    buyer.GET('/categories/{category_id}/letters/preview/{supplier_id}/pdf', {
      params: named(p),
      parseAs: 'blob',
    }),
  )

/** A letter that went out. */
export const letter = (letter_id: string) =>
  queryOptions({
    queryKey: [...keys.letters, 'letter', letter_id],
    queryFn: ({ signal }) =>
      data(api.GET('/letters/{letter_id}', { params: { path: { letter_id } }, signal })),
    enabled: !!letter_id,
  })

/** Its document. */
export const letterPDF = (letter_id: string): Promise<Blob> =>
  bytes(api.GET('/letters/{letter_id}/pdf', { params: { path: { letter_id } }, parseAs: 'blob' }))

/** A page of the categories whose letters are due or done. */
export const letterJobs = (query: Query<'letterJobs'>) =>
  queryOptions({
    queryKey: [...keys.jobs, 'letters', query],
    queryFn: ({ signal }) => data(api.GET('/letters/jobs', { params: { query }, signal })),
  })

/** The words of a job's letters, kind by kind. */
export const templates = (job_id: string, language: Language) =>
  queryOptions({
    queryKey: [...keys.job(job_id), 'templates', language],
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/jobs/{job_id}/letter-templates', {
            params: { path: { job_id }, query: { language } },
            signal,
          }),
        )
      ).items,
  })

/** Writes the words of one kind. */
export const saveTemplate = (
  job_id: string,
  kind: Kind,
  body: { language: Language; subject: string; body: string; footer: string; signature: string },
) =>
  data(
    api.PUT('/jobs/{job_id}/letter-templates/{kind}', { params: { path: { job_id, kind } }, body }),
  )
