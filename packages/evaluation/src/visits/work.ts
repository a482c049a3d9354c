import type { QueryClient } from '@tanstack/react-query'
import { deviceLock, deviceStore, deviceUploads } from '@zabuni/api/device'
import { ApiError } from '@zabuni/api/error'
import { newId } from '@zabuni/api/new-id'
import {
  type Change,
  type Channel,
  createOutbox,
  type Outbox,
  type Result,
  type Send,
} from '@zabuni/api/outbox'
import { createUploads, type Uploads } from '@zabuni/api/uploads'
import {
  addVisitPhoto,
  conductVisit,
  type VisitCell,
  type VisitSheet,
  visitDesk,
  visitSheet,
} from '../queries.ts'

/** What is typed of one question. */
export type Found = { value: string; note: string }
/** That somebody has come, as it is kept on the device. */
export type Came = {
  at: string
  consent: boolean
  position?: { latitude: number; longitude: number }
}

const ANSWER = 'a:'
/** The name under which an answer is kept on the device. */
export const answerKey = (question: string) => ANSWER + question
/** The name under which an arrival is kept. */
export const ARRIVAL = 'arrival'

/** An answer as the device keeps it. */
export const foundText = ({ value, note }: Found) => JSON.stringify({ value, note })
/** Reads it again. */
export const readFound = (text: string) => JSON.parse(text) as Found
/** What stands of a question, saved or not. */
export const savedOf = ({ answer }: VisitCell): Found => ({
  value: answer?.value ?? '',
  note: answer?.note ?? '',
})

// Nothing that is typed changes what the server says then.
const FINAL = [
  'diligence.not_now',
  'diligence.concluded',
  'diligence.withdrawn',
  'party.service_off',
  'forbidden',
  'not_found',
]

/** Sends what was found, as one request. */
const senderFor =
  (submission: string): Send =>
  async (changes, { keepalive }): Promise<Result> => {
    const answers = changes.filter((c) => c.key.startsWith(ANSWER))
    const came = changes.find((c) => c.key === ARRIVAL)
    try {
      const stored = await conductVisit(
        submission,
        {
          ...(came ? { arrival: JSON.parse(came.value) as Came } : {}),
          answers: answers.map((c) => ({
            question_id: c.key.slice(ANSWER.length),
            ...readFound(c.value),
            at: new Date(c.at).toISOString(),
            version: c.base,
          })),
        },
        keepalive,
      )
      const versions = new Map(
        stored.versions.map(({ question_id, version }) => [answerKey(question_id), version]),
      )
      if (came) versions.set(ARRIVAL, 1)
      const conflicts = new Map(
        stored.conflicts.map(({ question_id, version, ...theirs }) => [
          answerKey(question_id),
          { theirs: foundText(theirs), version },
        ]),
      )
      return { ok: true, at: Date.now(), versions, conflicts }
    } catch (error) {
      if (!(error instanceof ApiError)) return { ok: false, final: false, reason: 'network' }
      const code = error.problem?.code ?? ''
      const refused = new Map<string, { code: string; params?: Record<string, unknown> }>()
      for (const fault of error.problem?.errors ?? []) {
        const [, list, index] = fault.pointer.split('/')
        const key = list === 'arrival' ? ARRIVAL : answers[Number(index)]?.key
        if (key)
          refused.set(key, {
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

/** The sheet as it is once the server has taken what was sent. */
const withSent = (
  sheet: VisitSheet,
  sent: readonly Change[],
  versions: ReadonlyMap<string, number>,
): VisitSheet => {
  const by = new Map(sent.map((c) => [c.key, c]))
  const came = by.get(ARRIVAL)
  return {
    ...sheet,
    status: 'conducted',
    ...(came && !sheet.arrived_at ? { arrived_at: (JSON.parse(came.value) as Came).at } : {}),
    cells: sheet.cells.map((cell) => {
      const c = by.get(answerKey(cell.id))
      const version = versions.get(answerKey(cell.id))
      if (!c || version === undefined) return cell
      const at = new Date(c.at).toISOString()
      return { ...cell, answer: { by: '', at, ...readFound(c.value), version } }
    }),
  }
}

// A photograph is named as the server wants names.
const uuid = (id: string) =>
  [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')

/** What is found on a visit and not yet sent. */
export type VisitWork = { outbox: Outbox; uploads: Uploads }

const create = (client: QueryClient, sheet: VisitSheet): VisitWork => {
  const { submission_id: submission, category_id: category } = sheet
  const read = visitSheet(category, submission)
  const name = `zabuni.visit.${submission}`
  const outbox = createOutbox({
    store: deviceStore(`visit-${submission}`),
    send: senderFor(submission),
    onSaved: (sent, versions) => {
      client.setQueryData(read.queryKey, (old) => old && withSent(old, sent, versions))
      // The server knows more of it: who came, and the version that the visit has then.
      void client.invalidateQueries({ queryKey: read.queryKey })
      void client.invalidateQueries({ queryKey: visitDesk(category).queryKey })
    },
    lock: deviceLock(name),
    ...(typeof BroadcastChannel === 'undefined'
      ? {}
      : { channel: new BroadcastChannel(name) as Channel }),
  })
  const uploads = createUploads<true>({
    whole: true,
    store: deviceUploads(`visit-${submission}`),
    lock: (id, work) => deviceLock(`${name}.${id}`)(work),
    onDone: () => void client.invalidateQueries({ queryKey: read.queryKey }),
    server: {
      // The device names it, so that one that was sent and not answered is sent again and counts once.
      begin: async () => ({ id: newId(), received: 0, done: false }),
      status: async (id) => ({ id, received: 0, done: false }),
      part: async (id, _offset, photo, signal, { question, name, size }) => {
        await addVisitPhoto(submission, uuid(id), { question_id: question, name, photo }, signal)
        return { id, received: size, done: true, file: true }
      },
      find: async () => undefined,
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
  return { outbox, uploads }
}

// One for each visit as long as the page lives, so that moving between its questions interrupts nothing.
const works = new Map<string, VisitWork>()
/** What is found on a visit; the same for all its screens. */
export const workOf = (client: QueryClient, sheet: VisitSheet): VisitWork => {
  let work = works.get(sheet.submission_id)
  if (!work) {
    work = create(client, sheet)
    works.set(sheet.submission_id, work)
  }
  return work
}
