import { newId as randomId } from './new-id.ts'

/** Files travel in parts, so that a lost link costs one part: small ones first, larger as long as the link carries them. */
export const FIRST_PART = 1 << 20
/** The largest part that the server takes. */
export const LARGEST_PART = 8 << 20
/** What a poor link falls back to. */
const SMALLEST_PART = 256 << 10
/** The limit of one file as a person reads it; the server's own is a little above. */
export const MAX_FILE = 50_000_000

/** An upload as the device keeps it; without `blob` the file must be chosen again after a reload. */
export type KeptUpload = {
  id: string
  question: string
  name: string
  size: number
  remote?: string | undefined
  blob?: Blob | undefined
}
/** An upload as a screen shows it. */
export type UploadState = KeptUpload & {
  received: number
  state: 'waiting' | 'sending' | 'paused' | 'offline' | 'failed' | 'lost'
  error?: unknown
}
/** Where uploads are kept. */
export type UploadStore = {
  all: () => Promise<KeptUpload[]>
  put: (upload: KeptUpload) => Promise<void>
  remove: (id: string) => Promise<void>
}
/** What the server says of an upload; `file` once it is whole. */
export type Remote<File> = { id: string; received: number; done: boolean; file?: File | undefined }
/** The server's side. A thrown error with a `status` is an answer, anything else a lost link. */
export type UploadServer<File> = {
  begin: (question: string, name: string, size: number) => Promise<Remote<File>>
  status: (id: string) => Promise<Remote<File>>
  part: (
    id: string,
    offset: number,
    bytes: Blob,
    signal: AbortSignal,
    upload: KeptUpload,
  ) => Promise<Remote<File>>
  /** Looks for a whole file whose last answer was lost. */
  find: (question: string, name: string, size: number) => Promise<File | undefined>
}
type Options<File> = {
  server: UploadServer<File>
  store: UploadStore
  onDone: (question: string, file: File) => void
  lock?: <T>(id: string, work: () => Promise<T>) => Promise<T>
  newId?: () => string
  now?: () => number
  parallel?: number
  /** In one part, however large: for what is small enough to be sent again from its beginning. */
  whole?: boolean
}

const FAST_MS = 4000
const SLOW_MS = 20_000
const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]
const statusOf = (error: unknown): number | undefined =>
  typeof (error as { status?: unknown })?.status === 'number'
    ? (error as { status: number }).status
    : undefined
const isAnswer = (error: unknown) => {
  const status = statusOf(error)
  return status !== undefined && status < 500 && status !== 429 && status !== 408
}

/** The uploads of one bid. */
export const createUploads = <File>({
  server,
  store,
  onDone,
  lock = (_id, work) => work(),
  newId = randomId,
  now = Date.now,
  parallel = 2,
  whole = false,
}: Options<File>) => {
  let list: readonly UploadState[] = []
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const failures = new Map<string, number>()
  let part = FIRST_PART

  const set = (next: readonly UploadState[]) => {
    list = next
    for (const l of listeners) l()
  }
  const find = (id: string) => list.find((u) => u.id === id)
  const patch = (id: string, change: Partial<UploadState>) =>
    set(list.map((u) => (u.id === id ? { ...u, ...change } : u)))
  const kept = ({ id, question, name, size, remote, blob }: UploadState): KeptUpload => ({
    id,
    question,
    name,
    size,
    remote,
    blob,
  })

  const finish = async (upload: UploadState, file: File) => {
    await store.remove(upload.id)
    onDone(upload.question, file)
    failures.delete(upload.id)
    set(list.filter((u) => u.id !== upload.id))
  }

  /** Where to go on, or the file when it was whole already; a server that has forgotten begins again. */
  const position = async (upload: UploadState): Promise<Remote<File>> => {
    if (upload.remote) {
      try {
        return await server.status(upload.remote)
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        const file = await server.find(upload.question, upload.name, upload.size)
        if (file) return { id: upload.remote, received: upload.size, done: true, file }
      }
    }
    const begun = await server.begin(upload.question, upload.name, upload.size)
    patch(upload.id, { remote: begun.id })
    await store.put({ ...kept(upload), remote: begun.id })
    return begun
  }

  const drive = async (id: string, signal: AbortSignal): Promise<void> => {
    const upload = find(id)
    if (!upload?.blob) return
    patch(id, { state: 'sending', error: undefined })
    let at = await position(upload)
    while (!at.done) {
      if (signal.aborted || !find(id)) return
      patch(id, { received: at.received })
      const started = now()
      const bytes = whole ? upload.blob : upload.blob.slice(at.received, at.received + part)
      at = await server.part(at.id, at.received, bytes, signal, upload)
      const took = now() - started
      if (took < FAST_MS && bytes.size === part) part = Math.min(part * 2, LARGEST_PART)
      if (took > SLOW_MS) part = Math.max(part / 2, SMALLEST_PART)
      failures.delete(id)
    }
    if (at.file && find(id)) await finish(upload, at.file)
  }

  const pump = () => {
    for (const upload of list) {
      if (running.size >= parallel) return
      if (upload.state === 'waiting' && !running.has(upload.id)) start(upload.id)
    }
  }

  const start = (id: string) => {
    const stop = new AbortController()
    running.set(id, stop)
    void lock(id, () => drive(id, stop.signal))
      .catch((error) => {
        if (stop.signal.aborted) return
        if (isAnswer(error)) return patch(id, { state: 'failed', error })
        part = Math.max(part / 2, SMALLEST_PART)
        const n = failures.get(id) ?? 0
        failures.set(id, n + 1)
        patch(id, { state: 'offline' })
        timers.set(
          id,
          setTimeout(
            () => {
              if (find(id)?.state === 'offline') patch(id, { state: 'waiting' })
              pump()
            },
            BACKOFF_MS[Math.min(n, BACKOFF_MS.length - 1)],
          ),
        )
      })
      .finally(() => {
        running.delete(id)
        pump()
      })
  }

  const halt = (id: string) => {
    clearTimeout(timers.get(id))
    running.get(id)?.abort()
  }
  const again = (id: string) => {
    clearTimeout(timers.get(id))
    failures.delete(id)
    patch(id, { state: 'waiting', error: undefined })
    pump()
  }

  return {
    subscribe: (l: () => void) => {
      listeners.add(l)
      return () => void listeners.delete(l)
    },
    list: () => list,
    /** What a previous visit left behind goes on by itself where its bytes were kept. */
    restore: async (): Promise<void> => {
      const left = (await store.all()).filter((k) => !find(k.id))
      set([
        ...list,
        ...left.map(
          (k): UploadState => ({ ...k, received: 0, state: k.blob ? 'waiting' : 'lost' }),
        ),
      ])
      pump()
    },
    add: async (question: string, blob: Blob, name: string): Promise<void> => {
      // A file that was chosen again continues what a reload interrupted.
      const lost = list.find(
        (u) =>
          u.state === 'lost' && u.question === question && u.name === name && u.size === blob.size,
      )
      const upload: UploadState = lost
        ? { ...lost, blob, state: 'waiting' }
        : { id: newId(), question, name, size: blob.size, blob, received: 0, state: 'waiting' }
      set(lost ? list.map((u) => (u.id === lost.id ? upload : u)) : [...list, upload])
      await store.put(kept(upload))
      pump()
    },
    pause: (id: string): void => {
      halt(id)
      patch(id, { state: 'paused' })
    },
    resume: again,
    retry: again,
    remove: async (id: string): Promise<void> => {
      halt(id)
      // What is shown as gone is gone: who leaves the page at once must not find it again.
      await store.remove(id)
      set(list.filter((u) => u.id !== id))
    },
    /** The browser says the network is back. */
    wake: (): void => {
      for (const u of list) if (u.state === 'offline') again(u.id)
    },
  }
}
/** The uploads of one bid. */
export type Uploads = ReturnType<typeof createUploads>

/** A store that lasts as long as the page. */
export const memoryUploads = (seed: readonly KeptUpload[] = []): UploadStore => {
  const rows = new Map(seed.map((u) => [u.id, u]))
  return {
    all: async () => [...rows.values()],
    put: async (u) => void rows.set(u.id, u),
    remove: async (id) => void rows.delete(id),
  }
}
