import { queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/operator'
import type { Language } from '@zabuni/i18n'

/** The wording of a kind of e-mail in one language. */
export type MailTemplate = Schemas['MailTemplate']
/** An outgoing e-mail. */
export type OutgoingMail = Schemas['OutgoingMail']
/** Where it stands. */
export type MailStatus = OutgoingMail['status']

/** The root of the wordings. */
export const templatesKey = keys.mailTemplates
/** The root of the ledger. */
export const ledgerKey = keys.mailLedger

/** The wordings of a language. */
export const templatesQuery = (language: Language) =>
  queryOptions({
    queryKey: [...templatesKey, language],
    queryFn: ({ signal }) =>
      data(api.GET('/email-templates', { params: { query: { language } }, signal })),
  })

const at = (t: MailTemplate) => ({
  params: { path: { kind: t.kind, language: t.language } },
})
/** What a person may change of an e-mail. */
export type Wording = { subject: string; body: string[] }

/** Stores the operator's own words. */
export const saveTemplate = (t: MailTemplate, body: Wording) =>
  api.PUT('/email-templates/{kind}/{language}', { ...at(t), body })
/** Goes back to the built-in words. */
export const resetTemplate = (t: MailTemplate) =>
  api.DELETE('/email-templates/{kind}/{language}', at(t))
/** The message with sample values. */
export const previewTemplate = (t: MailTemplate, body: Wording) =>
  data(api.POST('/email-templates/{kind}/{language}/preview', { ...at(t), body }))

/** What narrows the ledger. */
export type LedgerInput = Query<'outgoingMails'>

/** A page of the ledger. */
export const outgoingQuery = (query: LedgerInput) =>
  queryOptions({
    queryKey: [...ledgerKey, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/emails/outgoing', { params: { query }, signal })),
    staleTime: 0,
  })

/** A message with its attempts. */
export const mailQuery = (mail_id: string) =>
  queryOptions({
    queryKey: [...ledgerKey, 'one', mail_id],
    queryFn: ({ signal }) =>
      data(api.GET('/emails/outgoing/{mail_id}', { params: { path: { mail_id } }, signal })),
    staleTime: 0,
  })

/** The ledger in figures. */
export const analysisQuery = (days: number) =>
  queryOptions({
    queryKey: [...ledgerKey, 'analysis', days],
    queryFn: ({ signal }) =>
      data(api.GET('/emails/analysis', { params: { query: { days } }, signal })),
    staleTime: 0,
  })

/** Sends a message again that was given up. */
export const retryMail = (mail_id: string) =>
  api.POST('/emails/outgoing/{mail_id}/retry', { params: { path: { mail_id } } })

/** Begins the report. */
export const startReport = (body: Schemas['MailReportForm']) =>
  data(api.POST('/emails/report', { body }))
