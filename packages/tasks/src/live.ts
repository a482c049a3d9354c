import { apiBase } from '@zabuni/api/transport'
import { Stream } from './stream.ts'

// One stream for all tabs of a browser: the tab that holds the lock reads it and hands the words on. When that tab
// closes the lock passes, and the next one goes on from the last word.
type Message =
  | { type: 'want'; tab: string; topics: string[] }
  | { type: 'gone'; tab: string }
  | { type: 'ask' }
  | { type: 'word'; topic: string }
  | { type: 'reset' }
  | { type: 'state'; up: boolean }

const SAY_AGAIN_MS = 20_000
const FORGET_MS = 60_000

const handlers = new Map<string, Set<() => void>>()
const watchers = new Set<() => void>()
const tab = [...crypto.getRandomValues(new Uint8Array(12))].join('.')
let up = false
let started = false
let channel: BroadcastChannel | undefined
let stream: Stream | undefined
const wanted = new Map<string, { topics: string[]; at: number }>()

const setUp = (value: boolean) => {
  if (value === up) return
  up = value
  for (const w of watchers) w()
}
const call = (topic: string) => {
  for (const f of handlers.get(topic) ?? []) f()
}
const callAll = () => {
  for (const topic of handlers.keys()) call(topic)
}
const say = (message: Message) => channel?.postMessage(message)

const union = () => {
  if (!stream) return
  const old = Date.now() - FORGET_MS
  for (const [name, w] of wanted) if (w.at < old && name !== tab) wanted.delete(name)
  stream.listen([...handlers.keys(), ...[...wanted.values()].flatMap((w) => w.topics)])
}

const want = () => {
  union()
  say({ type: 'want', tab, topics: [...handlers.keys()] })
}

const hear = ({ data: m }: MessageEvent<Message>) => {
  if (m.type === 'word') call(m.topic)
  else if (m.type === 'reset') callAll()
  else if (m.type === 'ask') want()
  else if (m.type === 'state') {
    if (!stream) setUp(m.up)
  } else if (stream) {
    if (m.type === 'want') {
      wanted.set(m.tab, { topics: m.topics, at: Date.now() })
      say({ type: 'state', up })
    } else wanted.delete(m.tab)
    union()
  }
}

const lead = () => {
  stream = new Stream({
    word: (topic) => {
      call(topic)
      say({ type: 'word', topic })
    },
    reset: () => {
      callAll()
      say({ type: 'reset' })
    },
    state: (value) => {
      // What happened while nobody listened is read once.
      if (value && !up) {
        callAll()
        say({ type: 'reset' })
      }
      setUp(value)
      say({ type: 'state', up: value })
    },
  })
  union()
  say({ type: 'ask' })
}

const start = () => {
  started = true
  if (typeof BroadcastChannel !== 'undefined' && navigator.locks) {
    const name = `zabuni.live${apiBase()}`
    channel = new BroadcastChannel(name)
    channel.onmessage = hear
    // Held until this document goes.
    void navigator.locks.request(name, () => {
      lead()
      return new Promise<void>(() => {})
    })
    setInterval(want, SAY_AGAIN_MS)
    addEventListener('pagehide', () => say({ type: 'gone', tab }))
  } else lead()
}

/** Calls `changed` whenever something happens on a topic, until the returned function is called. */
export const listen = (topic: string, changed: () => void): (() => void) => {
  const set = handlers.get(topic) ?? new Set()
  handlers.set(topic, set.add(changed))
  if (!started) start()
  want()
  return () => {
    set.delete(changed)
    if (!set.size) handlers.delete(topic)
    want()
  }
}

/** Whether words arrive; while they do not, screens ask by themselves. */
export const isUp = (): boolean => up

/** Calls `changed` when the stream comes up or goes down. */
export const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
