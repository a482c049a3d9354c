import { readToken } from '@zabuni/api/token'
import { apiBase, refresh } from '@zabuni/api/transport'
import { createParser } from './sse.ts'

/** What a stream tells its owner. */
export type Sink = {
  word: (topic: string) => void
  /** Words were lost: read again what is on the screen. */
  reset: () => void
  state: (up: boolean) => void
}

/** Three heartbeats without a byte: the connection is dead, whatever the network says. */
const SILENCE_MS = 15_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Who hears of its own notifications asks for the bare word. */
const bare = (topic: string) => (topic.startsWith('notifications.') ? 'notifications' : topic)

/** Keeps one stream open for a set of topics, and comes back where it was cut. */
export class Stream {
  #topics: readonly string[] = []
  #last = ''
  #sink: Sink
  #abort: AbortController | undefined
  #running = false
  #opened = false
  #wake: (() => void) | undefined

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** The last word that was heard, by this stream or by the one before it. */
  set last(id: string) {
    this.#last = id
  }

  /** Listens to other topics from now on. */
  listen(topics: readonly string[]): void {
    const next = [...new Set(topics)].sort()
    if (next.join() === this.#topics.join()) return
    this.#topics = next
    this.#abort?.abort()
    this.#wake?.()
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    let failures = 0
    while (this.#topics.length) {
      const asked = this.#topics
      const began = Date.now()
      let ended = false
      try {
        ended = await this.#once(asked)
      } catch {
        ended = false
      }
      if (asked !== this.#topics) continue
      if (ended) {
        // The session's token has run out, or its rights have: a new one, or nothing more to hear.
        const renewed = await refresh().catch(() => false)
        if (renewed && Date.now() - began > SILENCE_MS) continue
      }
      this.#sink.state(false)
      failures = Date.now() - began > SILENCE_MS ? 1 : failures + 1
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, pause * (0.75 + Math.random() / 2))
      })
      this.#wake = undefined
    }
    this.#running = false
  }

  /** One connection; true when the server has ended it for the session's sake. */
  async #once(topics: readonly string[]): Promise<boolean> {
    const abort = new AbortController()
    this.#abort = abort
    let watchdog = setTimeout(() => abort.abort(), SILENCE_MS)
    try {
      const url = new URL(`${apiBase()}/live`, location.origin)
      url.searchParams.set('topics', topics.join(','))
      const answer = await fetch(url, {
        signal: abort.signal,
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          authorization: `Bearer ${readToken() ?? ''}`,
          accept: 'text/event-stream',
          ...(this.#last ? { 'last-event-id': this.#last } : {}),
        },
      })
      if (answer.status === 401) return true
      if (!answer.ok || !answer.body) return false
      this.#sink.state(true)
      // Without a word to go on from, what was told of a new topic before now is lost.
      if (this.#opened && !this.#last) this.#sink.reset()
      this.#opened = true
      let ended = false
      const parse = createParser((e) => {
        if (e.id) this.#last = e.id
        if (e.event === 'reset') this.#sink.reset()
        else if (e.event === 'end') ended = true
        else if (e.event === 'word') this.#sink.word(bare(JSON.parse(e.data).topic as string))
      })
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return ended
        clearTimeout(watchdog)
        watchdog = setTimeout(() => abort.abort(), SILENCE_MS)
        parse(value)
      }
    } finally {
      clearTimeout(watchdog)
    }
  }
}
