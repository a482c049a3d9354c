import { queryOptions } from '@tanstack/react-query'
import { asBytes, bytes, data, idempotencyKey } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/operator'
import type { Language } from '@zabuni/i18n/languages'

/** One attempt to pay an order. */
export type Try = Schemas['PaymentTry']
/** Money that a person must look at. */
export type Review = Schemas['Review']
/** What one person proposed to become of money, and another decided. */
export type Resolution = Schemas['Resolution']
/** All that is known of the money of one order. */
export type Story = Schemas['PaymentStory']
/** Who ordered a category, and what became of it. */
export type Payer = Schemas['CategoryPayer']
/** A way of paying. */
export type Way = Try['provider']

/** One page of tries of every supplier. */
export const triesQuery = (query: Query<'paymentAttempts'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'tries', query],
    queryFn: ({ signal }) => data(api.GET('/payments/attempts/', { params: { query }, signal })),
    staleTime: 0,
  })
/** What a way took today. */
export const todayQuery = (way: Way) =>
  queryOptions({
    queryKey: [...keys.payment, 'today', way],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/ways/{way}/today/', { params: { path: { way } }, signal })),
    staleTime: 0,
  })
/** One page of what is under review. */
export const reviewsQuery = (query: Query<'paymentsInReview'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'reviews', query],
    queryFn: ({ signal }) => data(api.GET('/payments/review/', { params: { query }, signal })),
    staleTime: 0,
  })
/** The latest messages that belong to no payment or contradict one. */
export const straysQuery = queryOptions({
  queryKey: [...keys.payment, 'strays'],
  queryFn: ({ signal }) =>
    data(api.GET('/payments/callbacks/', { params: { query: { limit: 100 } }, signal })),
  staleTime: 0,
})
/** One page of what was proposed and decided. */
export const resolutionsQuery = (query: Query<'paymentResolutions'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'resolutions', query],
    queryFn: ({ signal }) => data(api.GET('/payments/resolutions/', { params: { query }, signal })),
    staleTime: 0,
  })
/** An order by its number or its id. */
export const storyQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'story', number],
    queryFn: ({ signal }) =>
      data(
        api.GET('/payments/orders/{order_number}/', {
          params: { path: { order_number: number } },
          signal,
        }),
      ),
    staleTime: 0,
  })
/** What came in for a job. */
export const jobFeesQuery = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'job', job_id],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/jobs/{job_id}/', { params: { path: { job_id } }, signal })),
    staleTime: 0,
  })
/** One page of who ordered a category. */
export const payersQuery = (category_id: string, query: Query<'categoryPayers'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'payers', category_id, query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/payments/categories/{category_id}/suppliers/', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
    staleTime: 0,
  })

/** Asks the provider at once. */
export const askNow = (attempt_id: string) =>
  api.POST('/payments/attempts/{attempt_id}/ask/', { params: { path: { attempt_id } } })
/** What a proposal says: why, by which document, and which order the money goes to. */
export type Proposal = Schemas['ProposeInputBody'] & Schemas['ProposeLineInputBody']
/** What money under review is: a try of an order, or a line of a statement. */
export type Subject = { kind: 'attempt' | 'line'; id: string }
/** One movement that a bank told. */
export type Line = Schemas['StatementLine']
/** All that is known of one. */
export type LineStory = Schemas['LineStory']
/** A statement that was imported. */
export type Statement = Schemas['Statement']
/** What importing a file would do. */
export type StatementCheck = Schemas['StatementCheck']
/** Which column of a table is which. */
export type Columns = Schemas['Columns']

/** Proposes what becomes of money under review; below the limit it is done. */
export const propose = (of: Subject, body: Omit<Proposal, 'act'>, act: Resolution['act']) =>
  of.kind === 'attempt'
    ? api.POST('/payments/review/{attempt_id}/', {
        params: { path: { attempt_id: of.id } },
        body: { ...body, act: act as Schemas['ProposeInputBody']['act'] },
      })
    : api.POST('/payments/lines/{line_id}/proposal/', {
        params: { path: { line_id: of.id } },
        body: { ...body, act: act as Schemas['ProposeLineInputBody']['act'] },
      })
/** Approves or refuses what another person proposed. */
export const decide = (of: Subject, approve: boolean) =>
  of.kind === 'attempt'
    ? api.POST('/payments/review/{attempt_id}/decision/', {
        params: { path: { attempt_id: of.id } },
        body: { approve },
      })
    : api.POST('/payments/lines/{line_id}/decision/', {
        params: { path: { line_id: of.id } },
        body: { approve },
      })
/** Keeps a document for what is about to be proposed. */
export const addEvidence = (file: File) =>
  api.POST('/payments/evidence/', {
    params: { query: { file_name: file.name } },
    ...asBytes(file),
  })
/** The document of a decision. */
export const evidenceOf = (resolution_id: string) =>
  bytes(
    api.GET('/payments/resolutions/{resolution_id}/evidence/', {
      params: { path: { resolution_id } },
      parseAs: 'blob',
    }),
  )
/** What a payer showed of a transfer. */
export const slipOf = (slip_id: string) =>
  bytes(api.GET('/payments/slips/{slip_id}/', { params: { path: { slip_id } }, parseAs: 'blob' }))

/** A receipt or a credit note of any supplier, on paper. */
export const paperOf = (receipt_id: string, language: Language) =>
  bytes(
    api.GET('/payments/receipts/{receipt_id}/pdf/', {
      params: { path: { receipt_id }, query: { language } },
      parseAs: 'blob',
    }),
  )

/** The platform's accounts at banks. */
export const accountsQuery = queryOptions({
  queryKey: [...keys.payment, 'accounts'],
  queryFn: ({ signal }) => data(api.GET('/payments/accounts/', { signal })),
})
/** One page of statements that were imported. */
export const statementsQuery = (query: Query<'bankStatements'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'statements', query],
    queryFn: ({ signal }) => data(api.GET('/payments/statements/', { params: { query }, signal })),
    staleTime: 0,
  })
/** How much waits for a person. */
export const queuesQuery = queryOptions({
  queryKey: [...keys.payment, 'queues'],
  queryFn: ({ signal }) => data(api.GET('/payments/queues/', { signal })),
  staleTime: 0,
})
/** One page of lines of statements. */
export const linesQuery = (query: Query<'statementLines'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'lines', query],
    queryFn: ({ signal }) => data(api.GET('/payments/lines/', { params: { query }, signal })),
    staleTime: 0,
  })
/** A line by its code. */
export const lineQuery = (line_code: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'line', line_code],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/lines/{line_code}/', { params: { path: { line_code } }, signal })),
    staleTime: 0,
  })
/** Uploads a statement and tells what importing it would do. */
export const checkStatement = (account: string, file: File) =>
  api.POST('/payments/statements/{account}/check/', {
    params: { path: { account }, query: { file_name: file.name } },
    ...asBytes(file),
  })
/** Says which column of an uploaded table is which. */
export const layOut = (account: string, upload_id: string, layout: Columns) =>
  api.PUT('/payments/statements/{account}/uploads/{upload_id}/layout/', {
    params: { path: { account, upload_id } },
    body: { layout },
  })
/** Imports an uploaded statement, in the background. */
export const importStatement = (
  account: string,
  upload_id: string,
  language: Schemas['StartStatementBody']['language'],
) =>
  api.POST('/payments/statements/{account}/uploads/{upload_id}/start/', {
    params: { path: { account, upload_id } },
    body: { language },
  })

/** Money that we give back. */
export type Refund = Schemas['Refund']
/** One refund with its fees. */
export type RefundStory = Schemas['RefundStory']
/** What goes back together, in one currency. */
export type RefundSum = Schemas['RefundSum']

/** One page of what is given back. */
export const refundsQuery = (query: Query<'refunds'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'refunds', query],
    queryFn: ({ signal }) => data(api.GET('/payments/refunds/', { params: { query }, signal })),
    staleTime: 0,
  })
/** One refund. */
export const refundQuery = (refund_id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'refund', refund_id],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/refunds/{refund_id}/', { params: { path: { refund_id } }, signal })),
    staleTime: 0,
  })
/** What would go back of what was cancelled of a job. */
export const jobRefundQuery = (job_id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'job-refund', job_id],
    queryFn: ({ signal }) =>
      data(api.GET('/payments/jobs/{job_id}/refunds/', { params: { path: { job_id } }, signal })),
    staleTime: 0,
  })
/** Asks that money of an order be given back. */
export const askRefund = (key: string, order_number: string, body: Schemas['AskRefundInputBody']) =>
  api.POST('/payments/orders/{order_number}/refunds/', {
    params: { path: { order_number }, header: idempotencyKey(key) },
    body,
  })
/** Asks that all fees of what was cancelled of a job be given back. */
export const askJobRefund = (key: string, job_id: string, reason: string) =>
  api.POST('/payments/jobs/{job_id}/refunds/', {
    params: { path: { job_id }, header: idempotencyKey(key) },
    body: { reason },
  })
/** Approves or refuses what another person asked for; of a batch, all that waits in it. */
export const decideRefund = (refund_id: string, approve: boolean) =>
  api.POST('/payments/refunds/{refund_id}/decision/', {
    params: { path: { refund_id } },
    body: { approve },
  })
/** Says, with a document, what became of a refund. */
export const endRefund = (refund_id: string, body: Schemas['EndRefundInputBody']) =>
  api.POST('/payments/refunds/{refund_id}/end/', { params: { path: { refund_id } }, body })
/** The document that a refund was ended with. */
export const refundEvidenceOf = (refund_id: string) =>
  bytes(
    api.GET('/payments/refunds/{refund_id}/evidence/', {
      params: { path: { refund_id } },
      parseAs: 'blob',
    }),
  )

/** A payment that its payer's bank asks back. */
export type Dispute = Schemas['Dispute']
/** One dispute with what its order had paid for. */
export type DisputeStory = Schemas['DisputeStory']

/** One page of what payers' banks ask back. */
export const disputesQuery = (query: Query<'disputes'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'disputes', query],
    queryFn: ({ signal }) => data(api.GET('/payments/disputes/', { params: { query }, signal })),
    staleTime: 0,
  })
/** One dispute. */
export const disputeQuery = (dispute_id: string) =>
  queryOptions({
    queryKey: [...keys.payment, 'dispute', dispute_id],
    queryFn: ({ signal }) =>
      data(
        api.GET('/payments/disputes/{dispute_id}/', { params: { path: { dispute_id } }, signal }),
      ),
    staleTime: 0,
  })
/** What speaks for us in a dispute, as one archive. */
export const packOf = (dispute_id: string, language: Language) =>
  bytes(
    api.POST('/payments/disputes/{dispute_id}/pack/', {
      params: { path: { dispute_id }, query: { language } },
      parseAs: 'blob',
    }),
  )
/** A document of a dispute: the letter that tells of it, its answer, or what became of it. */
export const disputeFileOf = (dispute_id: string, of: 'entry' | 'answer' | 'end') => {
  const params = { path: { dispute_id } }
  return bytes(
    of === 'entry'
      ? api.GET('/payments/disputes/{dispute_id}/entry/evidence/', { params, parseAs: 'blob' })
      : of === 'answer'
        ? api.GET('/payments/disputes/{dispute_id}/answer/evidence/', { params, parseAs: 'blob' })
        : api.GET('/payments/disputes/{dispute_id}/end/evidence/', { params, parseAs: 'blob' }),
  )
}
/** Enters a dispute whose provider tells of none; the same key is the same dispute. */
export const enterDispute = (
  key: string,
  order_number: string,
  body: Schemas['EnterDisputeInputBody'],
) =>
  api.POST('/payments/orders/{order_number}/disputes/', {
    params: { path: { order_number }, header: { 'Idempotency-Key': key } },
    body,
  })
/** Writes down what was sent to the provider. */
export const answerDispute = (dispute_id: string, body: Schemas['AnswerDisputeInputBody']) =>
  api.POST('/payments/disputes/{dispute_id}/answer/', { params: { path: { dispute_id } }, body })
/** Says what became of a dispute; below the limit it is done. */
export const endDispute = (dispute_id: string, body: Schemas['EndDisputeInputBody']) =>
  api.POST('/payments/disputes/{dispute_id}/end/', { params: { path: { dispute_id } }, body })
/** Approves or refuses what another person said: that there is a dispute, or what became of it. */
export const decideDispute = (dispute_id: string, approve: boolean) =>
  api.POST('/payments/disputes/{dispute_id}/decision/', {
    params: { path: { dispute_id } },
    body: { approve },
  })
/** Lets what is open of a disputed order count as paid for no more, or again. */
export const disputeAccess = (dispute_id: string, ends: boolean, why: string) =>
  api.POST('/payments/disputes/{dispute_id}/access/', {
    params: { path: { dispute_id } },
    body: { ends, why },
  })

/** A buyer that fees were collected for. */
export type OwedBuyer = Schemas['OwedBuyer']
/** A transfer of fees to their buyer. */
export type Payout = Schemas['Payout']
/** What a way took in a day, by our books and by its provider. */
export type ComparedTotal = Schemas['ComparedTotal']

/** One page of buyers, with what is owed to each. */
export const owedQuery = (query: Query<'owedBuyers'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'owed', query],
    queryFn: ({ signal }) => data(api.GET('/payments/owed/', { params: { query }, signal })),
    staleTime: 0,
  })
/** One page of what was paid out. */
export const payoutsQuery = (query: Query<'payouts'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'payouts', query],
    queryFn: ({ signal }) => data(api.GET('/payments/payouts/', { params: { query }, signal })),
    staleTime: 0,
  })
/** Writes down a transfer to a buyer; the same key writes it once. */
export const askPayout = (key: string, body: Schemas['AskPayoutInputBody']) =>
  api.POST('/payments/payouts/', { params: { header: idempotencyKey(key) }, body })
/** Says that a transfer which another person wrote down was made, or was not. */
export const decidePayout = (payout_id: string, approve: boolean) =>
  api.POST('/payments/payouts/{payout_id}/decision/', {
    params: { path: { payout_id } },
    body: { approve },
  })
/** The document of a transfer to a buyer. */
export const payoutEvidenceOf = (payout_id: string) =>
  bytes(
    api.GET('/payments/payouts/{payout_id}/evidence/', {
      params: { path: { payout_id } },
      parseAs: 'blob',
    }),
  )
/** One page of books and providers, day by day. */
export const totalsQuery = (query: Query<'comparedTotals'>) =>
  queryOptions({
    queryKey: [...keys.payment, 'totals', query],
    queryFn: ({ signal }) => data(api.GET('/payments/totals/', { params: { query }, signal })),
    staleTime: 0,
  })
