/**
 * Answers leave the page twice: at once into the device's storage, and in batches to the server. Nothing typed is lost
 * to a dead link, a closed tab or an ended session. All tabs share the stored changes; whichever holds the lock sends.
 */
export type Change = {
  key: string
  value: string
  /** The server's version that was on the screen when this was typed. */
  base: number
  at: number
}
/** Where unsent changes are kept. */
export type Store = {
  all: () => Promise<Change[]>
  put: (change: Change) => Promise<void>
  /** Removes only what was sent: a newer value for the same key stays. */
  settle: (sent: readonly Change[]) => Promise<void>
}
/** What the server said of one change that it did not take. */
export type Held =
  | { kind: 'conflict'; theirs: string; version: number }
  | { kind: 'refused'; code: string; params?: Record<string, unknown> | undefined }
/** What became of one request. */
export type Result =
  | {
      ok: true
      at: number
      versions: ReadonlyMap<string, number>
      conflicts: ReadonlyMap<string, { theirs: string; version: number }>
    }
  | {
      ok: false
      /** Nothing will change it: closed, withdrawn, no right. */
      final: boolean
      reason: string
      refused?: ReadonlyMap<string, { code: string; params?: Record<string, unknown> | undefined }>
    }
/** Sends one batch. */
export type Send = (changes: readonly Change[], options: { keepalive: boolean }) => Promise<Result>
/** What the status line says. */
export type Status =
  | { kind: 'saved'; at: number | null }
  | { kind: 'saving' }
  | { kind: 'waiting'; count: number }
  | { kind: 'held'; count: number }
  | { kind: 'stopped'; reason: string }

type Message =
  | { type: 'put'; change: Change }
  | { type: 'saved'; at: number; sent: Change[]; versions: [string, number][] }
/** How tabs hear of each other; BroadcastChannel fits. */
export type Channel = {
  postMessage: (message: unknown) => void
  onmessage: ((event: { data: unknown }) => void) | null
  close: () => void
}
type Options = {
  store: Store
  send: Send
  /** Called with what the server has now, before the changes leave the pending ones. */
  onSaved?: (sent: readonly Change[], versions: ReadonlyMap<string, number>) => void
  /** One tab at a time; navigator.locks in a browser. */
  lock?: <T>(work: () => Promise<T>) => Promise<T>
  channel?: Channel
  /** Whether two values are the same to the server. */
  same?: (a: string, b: string) => boolean
  now?: () => number
}

/** How long typing must rest before a batch goes. */
const QUIET_MS = 1500
const BACKOFF_MS = [2000, 4000, 8000, 16_000, 30_000, 60_000]
// Another tab's change is that tab's to send; only when it has gone away does this one do it.
const FOLLOW_MS = 10_000

/** The outbox of one bid. */
export const createOutbox = ({
  store,
  send,
  onSaved,
  lock = (work) => work(),
  channel,
  same = (a, b) => a === b,
  now = Date.now,
}: Options) => {
  let status: Status = { kind: 'saved', at: null }
  let pending: ReadonlyMap<string, Change> = new Map()
  let held: ReadonlyMap<string, Held> = new Map()
  const unwritten = new Map<string, Change>()
  const writes = new Set<Promise<void>>()
  // Sent, but the answer was lost: when the server then has exactly this value, it is ours.
  const unanswered = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let failures = 0
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const l of listeners) l()
  }
  const set = (next: Status) => {
    status = next
    tell()
  }
  const sendable = () => [...pending.values()].filter((c) => !held.has(c.key))
  const rest = (at: number | null = null) => {
    const count = sendable().length
    if (count) set({ kind: 'waiting', count })
    else if (held.size) set({ kind: 'held', count: held.size })
    else set({ kind: 'saved', at: at ?? (status.kind === 'saved' ? status.at : null) })
  }
  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  const write = (change: Change) => {
    unwritten.set(change.key, change)
    const job = store.put(change).finally(() => {
      if (unwritten.get(change.key) === change) unwritten.delete(change.key)
      writes.delete(job)
    })
    writes.add(job)
    return job
  }
  const change = (key: string, value: string, base: number) => {
    const next: Change = { key, value, base, at: Math.max(now(), (pending.get(key)?.at ?? 0) + 1) }
    pending = new Map(pending).set(key, next)
    if (held.has(key)) {
      const others = new Map(held)
      others.delete(key)
      held = others
    }
    channel?.postMessage({ type: 'put', change: next } satisfies Message)
    return write(next)
  }
  const hold = (key: string, why: Held) => {
    held = new Map(held).set(key, why)
  }

  /** What is stored is the truth: another tab may have sent or typed meanwhile. */
  const reload = async () => {
    await Promise.allSettled(writes)
    const stored = new Map((await store.all()).map((c) => [c.key, c]))
    for (const [key, c] of unwritten) if ((stored.get(key)?.at ?? -1) < c.at) stored.set(key, c)
    pending = stored
    held = new Map([...held].filter(([key]) => stored.has(key)))
  }

  const settle = async (sent: readonly Change[], versions: ReadonlyMap<string, number>) => {
    const done = sent.filter((c) => versions.has(c.key))
    onSaved?.(done, versions)
    await store.settle(done)
    const left = new Map(pending)
    const rebased: Change[] = []
    for (const c of done) {
      const mine = left.get(c.key)
      const version = versions.get(c.key) ?? 0
      if (mine?.at === c.at) left.delete(c.key)
      else if (mine && mine.base < version) {
        // Typed on top of what was just saved.
        const next = { ...mine, base: version }
        left.set(c.key, next)
        rebased.push(next)
      }
    }
    pending = left
    for (const c of rebased) await write(c)
  }

  const attempt = async (keepalive: boolean): Promise<void> => {
    if (status.kind === 'stopped') return
    await reload()
    const sent = sendable()
    if (!sent.length) return rest()
    set({ kind: 'saving' })
    const answer = await send(sent, { keepalive }).catch(
      (): Result => ({ ok: false, final: false, reason: 'network' }),
    )
    if (answer.ok) {
      failures = 0
      const versions = new Map(answer.versions)
      for (const c of sent) {
        const clash = answer.conflicts.get(c.key)
        if (!clash) continue
        const lost = unanswered.get(c.key)
        if (same(clash.theirs, c.value)) versions.set(c.key, clash.version)
        else if (lost !== undefined && same(lost, clash.theirs))
          await change(c.key, pending.get(c.key)?.value ?? c.value, clash.version)
        else hold(c.key, { kind: 'conflict', ...clash })
      }
      for (const c of sent) unanswered.delete(c.key)
      await settle(sent, versions)
      channel?.postMessage({
        type: 'saved',
        at: answer.at,
        sent: sent.filter((c) => versions.has(c.key)),
        versions: [...versions],
      } satisfies Message)
      rest(answer.at)
      if (sendable().length) schedule(QUIET_MS)
      return
    }
    for (const [key, why] of answer.refused ?? []) hold(key, { kind: 'refused', ...why })
    if (answer.final) return set({ kind: 'stopped', reason: answer.reason })
    if (answer.reason === 'network') for (const c of sent) unanswered.set(c.key, c.value)
    rest()
    if (!sendable().length) return
    schedule(answer.refused?.size ? 0 : BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]!)
  }

  /** One request at a time; a call during it waits for it and sends what is left. */
  const flush = async ({ keepalive = false } = {}): Promise<void> => {
    clearTimeout(timer)
    while (running) await running
    running = lock(() => attempt(keepalive)).finally(() => {
      running = null
    })
    return running
  }

  const hear = (message: Message) => {
    if (message.type === 'put') {
      if ((pending.get(message.change.key)?.at ?? -1) >= message.change.at) return
      pending = new Map(pending).set(message.change.key, message.change)
      rest()
      schedule(FOLLOW_MS)
      return
    }
    const left = new Map(pending)
    for (const c of message.sent) if ((left.get(c.key)?.at ?? -1) <= c.at) left.delete(c.key)
    onSaved?.(message.sent, new Map(message.versions))
    pending = left
    held = new Map([...held].filter(([key]) => left.has(key)))
    rest(message.at)
  }
  if (channel) channel.onmessage = (event) => hear(event.data as Message)

  return {
    subscribe: (l: () => void) => {
      listeners.add(l)
      return () => void listeners.delete(l)
    },
    status: () => status,
    /** What is typed and not yet saved. */
    pending: () => pending,
    /** What the server did not take, by key. */
    held: () => held,
    /** Takes up what a previous visit left behind, and sends it. */
    restore: async (): Promise<void> => {
      await reload()
      rest()
      if (pending.size) schedule(0)
    },
    put: async (key: string, value: string, base: number): Promise<void> => {
      if (status.kind === 'stopped') return
      const kept = change(key, value, pending.get(key)?.base ?? base)
      if (status.kind !== 'saving') rest()
      else tell()
      schedule(failures ? BACKOFF_MS[Math.min(failures - 1, BACKOFF_MS.length - 1)]! : QUIET_MS)
      await kept
    },
    /** Ends a conflict: keeps what is on this device, or takes what was saved elsewhere. */
    resolve: async (key: string, keep: 'mine' | 'theirs'): Promise<void> => {
      const why = held.get(key)
      const mine = pending.get(key)
      if (why?.kind !== 'conflict' || !mine) return
      if (keep === 'mine') await change(key, mine.value, why.version)
      else {
        const others = new Map(held)
        others.delete(key)
        held = others
        await settle([{ ...mine, value: why.theirs }], new Map([[key, why.version]]))
      }
      rest()
      schedule(0)
    },
    flush,
    /** The browser says the network is back: forget the pauses. */
    wake: () => {
      failures = 0
      return flush()
    },
    close: () => {
      clearTimeout(timer)
      listeners.clear()
      channel?.close()
    },
  }
}
/** The outbox of one bid. */
export type Outbox = ReturnType<typeof createOutbox>

/** A store that lasts as long as the page: for tests, and where the device refuses storage. */
export const memoryStore = (seed: readonly Change[] = []): Store => {
  const rows = new Map(seed.map((c) => [c.key, c]))
  return {
    all: async () => [...rows.values()],
    put: async (c) => void rows.set(c.key, c),
    settle: async (sent) => {
      for (const c of sent) if (rows.get(c.key)?.at === c.at) rows.delete(c.key)
    },
  }
}
