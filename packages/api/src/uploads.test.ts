import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createUploads,
  FIRST_PART,
  LARGEST_PART,
  memoryUploads,
  type Remote,
  type UploadServer,
} from './uploads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Doc = { name: string }
class Answer extends Error {
  status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}
const blob = (size: number) => new Blob([new Uint8Array(size)])

/** A server in memory that keeps to the protocol; `fail` is asked before each call. */
const serverOf = (fail: (call: string) => Error | undefined = () => undefined) => {
  const uploads = new Map<string, { name: string; size: number; received: number }>()
  const parts: [number, number][] = []
  const files: Doc[] = []
  const check = (call: string) => {
    const error = fail(call)
    if (error) throw error
  }
  let n = 0
  const server: UploadServer<Doc> = {
    begin: async (_question, name, size) => {
      check('begin')
      uploads.set(`r${++n}`, { name, size, received: 0 })
      return { id: `r${n}`, received: 0, done: false }
    },
    status: async (id) => {
      check('status')
      const u = uploads.get(id)
      if (!u) throw new Answer(404)
      return { id, received: u.received, done: false }
    },
    part: async (id, offset, bytes) => {
      check('part')
      const u = uploads.get(id)
      if (!u) throw new Answer(404)
      if (offset !== u.received) throw new Answer(422)
      parts.push([offset, bytes.size])
      u.received += bytes.size
      const answer: Remote<Doc> = { id, received: u.received, done: u.received === u.size }
      if (answer.done) {
        uploads.delete(id)
        files.push({ name: u.name })
        answer.file = { name: u.name }
      }
      check('answer')
      return answer
    },
    find: async (_question, name) => files.find((f) => f.name === name),
  }
  return { server, parts, uploads, files }
}
const start = (server: UploadServer<Doc>, store = memoryUploads()) => {
  const done = vi.fn()
  let id = 0
  const box = createUploads<Doc>({ server, store, onDone: done, newId: () => `u${++id}` })
  return { box, done, store }
}

describe('uploads', () => {
  it('sends a file in parts that grow while the link carries them', async () => {
    const { server, parts } = serverOf()
    const { box, done } = start(server)
    await box.add('q1', blob(40 * FIRST_PART), 'plans.pdf')
    await vi.advanceTimersByTimeAsync(0)
    expect(parts.map(([, size]) => size / FIRST_PART)).toEqual([1, 2, 4, 8, 8, 8, 8, 1])
    expect(Math.max(...parts.map(([, size]) => size))).toBe(LARGEST_PART)
    expect(done).toHaveBeenCalledWith('q1', { name: 'plans.pdf' })
    expect(box.list()).toEqual([])
  })

  it('shows what is taken out as gone once it is: who leaves at once does not find it again', async () => {
    const { server } = serverOf(() => new Answer(422))
    const kept = memoryUploads()
    let forget = () => {}
    const store = {
      ...kept,
      remove: async (id: string) => {
        await new Promise<void>((done) => {
          forget = done
        })
        await kept.remove(id)
      },
    }
    const { box } = start(server, store)
    await box.add('q1', blob(FIRST_PART), 'scan.pdf')
    await vi.advanceTimersByTimeAsync(0)
    const gone = box.remove('u1')
    expect(box.list()).toHaveLength(1)
    forget()
    await gone
    expect(box.list()).toEqual([])
  })

  it('goes on after a lost part from what has arrived', async () => {
    let drop = 0
    const { server, parts } = serverOf((call) =>
      call === 'part' && ++drop === 2 ? new Error('link') : undefined,
    )
    const { box, done } = start(server)
    await box.add('q1', blob(3 * FIRST_PART), 'a.pdf')
    await vi.advanceTimersByTimeAsync(0)
    expect(box.list()[0]?.state).toBe('offline')
    await vi.advanceTimersByTimeAsync(1000)
    expect(parts.map(([offset]) => offset / FIRST_PART)).toEqual([0, 1, 2])
    expect(done).toHaveBeenCalledOnce()
  })

  it('resumes after a reload from the kept bytes', async () => {
    let up = true
    let drop = 0
    const { server, parts } = serverOf((call) =>
      !up || (call === 'part' && ++drop === 2) ? new Error('link') : undefined,
    )
    const first = start(server)
    await first.box.add('q1', blob(3 * FIRST_PART), 'a.pdf')
    await vi.advanceTimersByTimeAsync(0)
    up = false
    const second = start(server, first.store)
    up = true
    await second.box.restore()
    await vi.advanceTimersByTimeAsync(0)
    expect(parts[1]?.[0]).toBe(FIRST_PART)
    expect(second.done).toHaveBeenCalledOnce()
    expect(await first.store.all()).toEqual([])
  })

  it('asks for the file again when its bytes could not be kept, and then continues', async () => {
    const { server, uploads, parts } = serverOf()
    uploads.set('r9', { name: 'a.pdf', size: 2 * FIRST_PART, received: FIRST_PART })
    const kept = { id: 'u9', question: 'q1', name: 'a.pdf', size: 2 * FIRST_PART, remote: 'r9' }
    const { box, done } = start(server, memoryUploads([kept]))
    await box.restore()
    expect(box.list()[0]?.state).toBe('lost')
    await box.add('q1', blob(2 * FIRST_PART), 'a.pdf')
    await vi.advanceTimersByTimeAsync(0)
    expect(parts).toEqual([[FIRST_PART, FIRST_PART]])
    expect(done).toHaveBeenCalledOnce()
  })

  it('pauses between parts and resumes', async () => {
    const { server, parts } = serverOf()
    const { box, done } = start(server)
    const whole = server.part
    let release: () => void = () => {}
    server.part = async (...args) => {
      const answer = await whole(...args)
      await new Promise<void>((r) => {
        release = r
      })
      return answer
    }
    await box.add('q1', blob(3 * FIRST_PART), 'a.pdf')
    await vi.advanceTimersByTimeAsync(0)
    box.pause('u1')
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(box.list()[0]?.state).toBe('paused')
    expect(parts).toHaveLength(1)
    server.part = whole
    box.resume('u1')
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveBeenCalledOnce()
  })

  it('finds the file whose last answer was lost, and does not send it twice', async () => {
    let lost = false
    const { server, files } = serverOf((call) => {
      if (call !== 'answer' || lost) return undefined
      lost = true
      return new Error('link')
    })
    const { box, done } = start(server)
    await box.add('q1', blob(1000), 'a.pdf')
    await vi.advanceTimersByTimeAsync(1000)
    expect(done).toHaveBeenCalledOnce()
    expect(files).toHaveLength(1)
  })

  it('shows a refusal and does not try again by itself', async () => {
    const { server } = serverOf((call) => (call === 'begin' ? new Answer(415) : undefined))
    const { box } = start(server)
    await box.add('q1', blob(10), 'a.pdf')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(box.list()[0]).toMatchObject({ state: 'failed', error: { status: 415 } })
  })
})
