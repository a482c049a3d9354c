import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Change, type Channel, createOutbox, memoryStore, type Result } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const down: Result = { ok: false, final: false, reason: 'network' }
const taken = (changes: readonly Change[]): Result => ({
  ok: true,
  at: 1000,
  versions: new Map(changes.map((c) => [c.key, c.base + 1])),
  conflicts: new Map(),
})
const good = () => vi.fn(async (changes: readonly Change[]): Promise<Result> => taken(changes))
const values = (changes: readonly Change[] = []) =>
  Object.fromEntries(changes.map((c) => [c.key, c.value]))

/** Two tabs of one device: what one posts, the other hears. */
const pair = (): [Channel, Channel] => {
  const one: Channel = { postMessage: () => {}, onmessage: null, close: () => {} }
  const two: Channel = { postMessage: () => {}, onmessage: null, close: () => {} }
  one.postMessage = (data) => two.onmessage?.({ data })
  two.postMessage = (data) => one.onmessage?.({ data })
  return [one, two]
}

describe('outbox', () => {
  it('gathers what is typed into one request after a quiet moment', async () => {
    const send = good()
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'a', 0)
    await box.put('q1', 'ab', 0)
    await box.put('q2', '7', 3)
    expect(box.status()).toEqual({ kind: 'waiting', count: 2 })
    await vi.advanceTimersByTimeAsync(1500)
    expect(send).toHaveBeenCalledOnce()
    expect(values(send.mock.calls[0]?.[0])).toEqual({ q1: 'ab', q2: '7' })
    expect(box.status()).toEqual({ kind: 'saved', at: 1000 })
  })

  it('keeps trying with longer pauses and at once when the network returns', async () => {
    const send = vi.fn(async (): Promise<Result> => down)
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'a', 0)
    await vi.advanceTimersByTimeAsync(1500 + 2000 + 4000)
    expect(send).toHaveBeenCalledTimes(3)
    expect(box.status()).toEqual({ kind: 'waiting', count: 1 })
    send.mockImplementation(async () => taken([{ key: 'q1', value: 'a', base: 0, at: 0 }]))
    await box.wake()
    expect(box.status().kind).toBe('saved')
  })

  it('does not lose what is typed while a request is under way, and builds on its version', async () => {
    let release: (result: Result) => void = () => {}
    const send = good()
    send.mockImplementationOnce(
      () =>
        new Promise<Result>((r) => {
          release = r
        }),
    )
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'a', 4)
    await vi.advanceTimersByTimeAsync(1500)
    await box.put('q1', 'ab', 4)
    release({ ok: true, at: 1, versions: new Map([['q1', 5]]), conflicts: new Map() })
    await vi.advanceTimersByTimeAsync(1500)
    expect(send.mock.calls[1]?.[0]).toMatchObject([{ key: 'q1', value: 'ab', base: 5 }])
    expect(box.status().kind).toBe('saved')
  })

  it('brings back what an ended session left behind', async () => {
    const store = memoryStore()
    const before = createOutbox({ store, send: async () => down })
    await before.put('q1', 'typed before the session ended', 2)
    before.close()
    const send = good()
    const after = createOutbox({ store, send })
    await after.restore()
    expect(after.pending().get('q1')?.value).toBe('typed before the session ended')
    await vi.advanceTimersByTimeAsync(0)
    expect(send).toHaveBeenCalledOnce()
    expect(await store.all()).toEqual([])
  })

  it('stops for good when the category has closed', async () => {
    const send = vi.fn(async (): Promise<Result> => ({ ok: false, final: true, reason: 'closed' }))
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'late', 0)
    await vi.advanceTimersByTimeAsync(1500)
    expect(box.status()).toEqual({ kind: 'stopped', reason: 'closed' })
    await box.flush()
    expect(send).toHaveBeenCalledOnce()
  })

  it('shows both values of a conflict and keeps either', async () => {
    const conflicting = async (changes: readonly Change[]): Promise<Result> => ({
      ok: true,
      at: 1,
      versions: new Map(),
      conflicts: new Map(changes.map((c) => [c.key, { theirs: 'from elsewhere', version: 9 }])),
    })
    for (const keep of ['mine', 'theirs'] as const) {
      const send = good()
      send.mockImplementationOnce(conflicting)
      const saved: Change[] = []
      const store = memoryStore()
      const box = createOutbox({ store, send, onSaved: (sent) => void saved.push(...sent) })
      await box.put('q1', 'mine', 3)
      await vi.advanceTimersByTimeAsync(1500)
      expect(box.status()).toEqual({ kind: 'held', count: 1 })
      expect(box.held().get('q1')).toMatchObject({ theirs: 'from elsewhere', version: 9 })
      await box.resolve('q1', keep)
      await vi.advanceTimersByTimeAsync(1500)
      expect(box.status().kind).toBe('saved')
      expect(await store.all()).toEqual([])
      expect(saved.at(-1)?.value).toBe(keep === 'mine' ? 'mine' : 'from elsewhere')
      if (keep === 'mine') expect(send.mock.calls[1]?.[0]).toMatchObject([{ base: 9 }])
    }
  })

  it('knows its own value again when the answer of a save was lost', async () => {
    const send = good()
    send.mockImplementationOnce(async () => down)
    send.mockImplementationOnce(async (changes) => ({
      ok: true,
      at: 1,
      versions: new Map(),
      conflicts: new Map(changes.map((c) => [c.key, { theirs: 'a', version: 1 }])),
    }))
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'a', 0)
    await vi.advanceTimersByTimeAsync(1500)
    await box.put('q1', 'ab', 0)
    await vi.advanceTimersByTimeAsync(2000 + 1500)
    expect(send.mock.calls[2]?.[0]).toMatchObject([{ value: 'ab', base: 1 }])
    expect(box.status().kind).toBe('saved')
  })

  it('sends the rest when one answer is refused, and the refused one once it is changed', async () => {
    const send = good()
    send.mockImplementationOnce(async () => ({
      ok: false,
      final: false,
      reason: 'invalid',
      refused: new Map([['q1', { code: 'field.too_long', params: { max: 500 } }]]),
    }))
    const box = createOutbox({ store: memoryStore(), send })
    await box.put('q1', 'too long', 0)
    await box.put('q2', 'fine', 0)
    await vi.advanceTimersByTimeAsync(1501)
    expect(values(send.mock.calls[1]?.[0])).toEqual({ q2: 'fine' })
    expect(box.status()).toEqual({ kind: 'held', count: 1 })
    await box.put('q1', 'short', 0)
    await vi.advanceTimersByTimeAsync(1500)
    expect(box.status().kind).toBe('saved')
  })

  it('lets one tab send what two have typed, and the other follows', async () => {
    const store = memoryStore()
    const [one, two] = pair()
    let queue = Promise.resolve<unknown>(undefined)
    const lock = <T>(work: () => Promise<T>) => {
      const next = queue.then(work)
      queue = next
      return next
    }
    const send = good()
    const heard = vi.fn()
    const first = createOutbox({ store, send, lock, channel: one })
    const second = createOutbox({ store, send, lock, channel: two, onSaved: heard })
    await first.put('q1', 'a', 0)
    expect(second.pending().get('q1')?.value).toBe('a')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledOnce()
    expect(second.status()).toEqual({ kind: 'saved', at: 1000 })
    expect(heard.mock.calls[0]?.[1]).toEqual(new Map([['q1', 1]]))
  })

  it('sends what a closed tab could not', async () => {
    const store = memoryStore()
    const [one, two] = pair()
    const first = createOutbox({ store, send: async () => down, channel: one })
    const send = good()
    const second = createOutbox({ store, send, channel: two })
    await first.put('q1', 'a', 0)
    first.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(values(send.mock.calls[0]?.[0])).toEqual({ q1: 'a' })
    expect(second.status().kind).toBe('saved')
  })
})
