import type { QueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { deviceLock, deviceStore, deviceUploads } from '@zabuni/api/device'
import { ApiError } from '@zabuni/api/error'
import {
  type Change,
  type Channel,
  createOutbox,
  type Outbox,
  type Result,
  type Send,
} from '@zabuni/api/outbox'
import { api } from '@zabuni/api/supplier'
import { createUploads, type Uploads } from '@zabuni/api/uploads'
import { short } from '@zabuni/i18n/decimal'
import {
  appendPart,
  type Bid,
  type BidFile,
  beginUpload,
  bidQuery,
  type Line,
  type Question,
  removeFile,
  saveDraft,
  takePaper,
} from './queries.ts'

/** A price as it travels through the outbox. */
export type Price = { unit_price: string; remarks: string }

const ANSWER = 'q/'
const PRICE = 'p/'
/** The outbox's name of an answer. */
export const answerKey = (id: string): string => ANSWER + id
/** The outbox's name of a price. */
export const priceKey = (id: string): string => PRICE + id
/** A price in its one written form, so that equal prices are equal texts. */
export const priceText = ({ unit_price, remarks }: Price): string =>
  JSON.stringify({ unit_price: unit_price && short(unit_price), remarks })
/** A price out of its written form. */
export const readPrice = (text: string): Price => JSON.parse(text) as Price
/** What the server has of a line. */
export const priceOf = (line: Line): Price => ({
  unit_price: line.unit_price ? short(line.unit_price) : '',
  remarks: line.remarks,
})

// A save stays far below the server's limit of a request, and a farewell below the browser's.
const BATCH_CHARS = 200_000
const FAREWELL_CHARS = 20_000
const BATCH = 400
const batchOf = (changes: readonly Change[], limit: number): Change[] => {
  let chars = 0
  const out: Change[] = []
  for (const c of changes) {
    chars += c.value.length + 120
    if (out.length && (chars > limit || out.length >= BATCH)) break
    out.push(c)
  }
  return out
}

const FINAL = [
  'entry.closed',
  'entry.not_open',
  'bidding.withdrawn',
  'bidding.not_found',
  'forbidden',
]

const valueIn = (bid: Bid, key: string): { theirs: string; version: number } | undefined => {
  const id = key.slice(2)
  if (key.startsWith(PRICE)) {
    const line = bid.lines.find((l) => l.item_id === id)
    return line && { theirs: priceText(priceOf(line)), version: line.version }
  }
  for (const section of bid.sections)
    for (const q of section.questions)
      if (q.id === id) return { theirs: q.value, version: q.version }
  return undefined
}

const senderFor =
  (client: QueryClient, bid: Bid): Send =>
  async (all, { keepalive }): Promise<Result> => {
    const changes = batchOf(all, keepalive ? FAREWELL_CHARS : BATCH_CHARS)
    const answers = changes.filter((c) => c.key.startsWith(ANSWER))
    const prices = changes.filter((c) => c.key.startsWith(PRICE))
    try {
      const saved = await data(
        saveDraft(
          bid.id,
          {
            answers: answers.map((c) => ({
              question_id: c.key.slice(2),
              value: c.value,
              version: c.base,
            })),
            prices: prices.map((c) => ({
              item_id: c.key.slice(2),
              version: c.base,
              ...readPrice(c.value),
            })),
          },
          keepalive,
        ),
      )
      const versions = new Map<string, number>()
      for (const c of changes) {
        const version = saved.versions[c.key.slice(2)]
        if (version !== undefined) versions.set(c.key, version)
      }
      const conflicts = new Map<string, { theirs: string; version: number }>()
      if (saved.conflicts.length) {
        const fresh = await client.fetchQuery(bidQuery(bid.category_id))
        for (const c of changes) {
          const theirs = fresh && saved.conflicts.includes(c.key.slice(2)) && valueIn(fresh, c.key)
          if (theirs) conflicts.set(c.key, theirs)
        }
      }
      return { ok: true, at: Date.parse(saved.saved_at), versions, conflicts }
    } catch (error) {
      if (!(error instanceof ApiError)) return { ok: false, final: false, reason: 'network' }
      const code = error.problem?.code ?? ''
      const refused = new Map<string, { code: string; params?: Record<string, unknown> }>()
      for (const fault of error.problem?.errors ?? []) {
        const [, list, index] = fault.pointer.split('/')
        const change = (list === 'answers' ? answers : prices)[Number(index)]
        if (change)
          refused.set(change.key, {
            code: fault.code,
            ...(fault.params ? { params: fault.params } : {}),
          })
      }
      return {
        ok: false,
        final: FINAL.includes(code),
        reason: code || 'unavailable',
        ...(refused.size ? { refused } : {}),
      }
    }
  }

// What the server makes of a bid with the first thing that is saved.
const changed = (bid: Bid): Bid => ({
  ...bid,
  status: bid.status === 'paid' ? 'draft' : bid.status,
  changed: bid.receipts.length > 0,
})

const withSaved = (
  bid: Bid,
  sent: readonly Change[],
  versions: ReadonlyMap<string, number>,
): Bid => {
  const by = new Map(sent.map((c) => [c.key, c.value]))
  const question = (q: Question): Question => {
    const key = answerKey(q.id)
    const value = by.get(key)
    const version = versions.get(key)
    return value === undefined || version === undefined ? q : { ...q, value, version }
  }
  const line = (l: Line): Line => {
    const key = priceKey(l.item_id)
    const value = by.get(key)
    const version = versions.get(key)
    if (value === undefined || version === undefined) return l
    const { unit_price, remarks } = readPrice(value)
    const { unit_price: _, amount: __, ...rest } = l
    return { ...rest, ...(unit_price ? { unit_price } : {}), remarks, version }
  }
  return changed({
    ...bid,
    sections: bid.sections.map((s) => ({ ...s, questions: s.questions.map(question) })),
    lines: bid.lines.map(line),
  })
}

const withFiles = (bid: Bid, id: string, change: (files: BidFile[]) => BidFile[]): Bid =>
  changed({
    ...bid,
    sections: bid.sections.map((s) => ({
      ...s,
      questions: s.questions.map((q) => (q.id === id ? { ...q, files: change(q.files) } : q)),
    })),
  })

/** A bid while it is worked on. */
export type Draft = {
  outbox: Outbox
  uploads: Uploads
  removeFile: (file: BidFile, question: string) => Promise<void>
  /** Answers a question with a paper of the profile. */
  takePaper: (question: string, paper: string) => Promise<void>
}

const create = (client: QueryClient, bid: Bid): Draft => {
  const { queryKey } = bidQuery(bid.category_id)
  const patch = (change: (b: Bid) => Bid) =>
    client.setQueryData(queryKey, (old: Bid | null | undefined) => (old ? change(old) : old))
  const outbox = createOutbox({
    store: deviceStore(bid.id),
    send: senderFor(client, bid),
    onSaved: (sent, versions) => patch((b) => withSaved(b, sent, versions)),
    lock: deviceLock(`zabuni.bid.${bid.id}`),
    same: (a, b) => a.trim() === b.trim(),
    ...(typeof BroadcastChannel === 'undefined'
      ? {}
      : { channel: new BroadcastChannel(`zabuni.bid.${bid.id}`) as Channel }),
  })
  const uploads = createUploads<BidFile>({
    store: deviceUploads(bid.id),
    lock: (id, work) => deviceLock(`zabuni.upload.${id}`)(work),
    onDone: (question, file) =>
      patch((b) =>
        withFiles(b, question, (files) => [...files.filter((f) => f.id !== file.id), file]),
      ),
    server: {
      begin: (question_id, name, size) => data(beginUpload(bid.id, { question_id, name, size })),
      status: (upload_id) =>
        data(api.GET('/uploads/{upload_id}', { params: { path: { upload_id } } })),
      part: (upload_id, offset, part, signal) => data(appendPart(upload_id, offset, part, signal)),
      find: async (question, name, size) => {
        const fresh = await client.fetchQuery(bidQuery(bid.category_id))
        return fresh?.sections
          .flatMap((s) => s.questions)
          .find((q) => q.id === question)
          ?.files.find((f) => f.name === name && f.size === size)
      },
    },
  })
  addEventListener('online', () => {
    void outbox.wake()
    uploads.wake()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && outbox.pending().size)
      void outbox.flush({ keepalive: true })
  })
  void outbox.restore()
  void uploads.restore()
  return {
    outbox,
    uploads,
    takePaper: async (question_id, paper_id) => {
      const file = await takePaper(bid.id, { question_id, paper_id })
      patch((b) => withFiles(b, question_id, (files) => [...files, file]))
    },
    removeFile: async (file, question) => {
      await removeFile(bid.id, file.id)
      patch((b) => withFiles(b, question, (files) => files.filter((f) => f.id !== file.id)))
    },
  }
}

// One for each bid as long as the page lives, so that moving between its screens interrupts nothing.
const drafts = new Map<string, Draft>()
/** The draft of a bid; the same one for all its screens. */
export const draftOf = (client: QueryClient, bid: Bid): Draft => {
  let draft = drafts.get(bid.id)
  if (!draft) {
    draft = create(client, bid)
    drafts.set(bid.id, draft)
  }
  return draft
}
