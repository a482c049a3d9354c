// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { Stream } from './stream.ts'

/** A server that keeps every connection open, and what it was asked. */
const serve = () => {
  const asked: { topics: string | null; last: string | null }[] = []
  const lines: ((text: string) => void)[] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const headers = new Headers(init.headers)
    asked.push({ topics: url.searchParams.get('topics'), last: headers.get('last-event-id') })
    const body = new ReadableStream<Uint8Array>({
      start: (c) => {
        lines.push((text) => c.enqueue(new TextEncoder().encode(text)))
        init.signal?.addEventListener('abort', () => c.error(new Error('aborted')))
      },
    })
    return new Response(body)
  })
  return { asked, lines }
}
const follow = () => {
  const sink = { word: vi.fn(), reset: vi.fn(), state: vi.fn() }
  return { sink, stream: new Stream(sink) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('has the screen read again when a topic is added before any word was heard', async () => {
  const { asked } = serve()
  const { sink, stream } = follow()
  stream.listen(['notifications'])
  await expect.poll(() => sink.state.mock.calls.length).toBe(1)
  expect(sink.reset).not.toHaveBeenCalled()
  stream.listen(['notifications', 'task.1'])
  await expect.poll(() => sink.reset.mock.calls.length).toBe(1)
  expect(asked).toEqual([
    { topics: 'notifications', last: null },
    { topics: 'notifications,task.1', last: null },
  ])
  stream.listen([])
})

it('goes on from the last word when a topic is added', async () => {
  const { asked, lines } = serve()
  const { sink, stream } = follow()
  stream.listen(['notifications'])
  await expect.poll(() => lines.length).toBe(1)
  lines[0]?.('id: w1\nevent: word\ndata: {"topic":"notifications.7","data":{}}\n\n')
  await expect.poll(() => sink.word.mock.calls).toEqual([['notifications']])
  stream.listen(['notifications', 'task.1'])
  await expect.poll(() => asked.at(1)).toEqual({ topics: 'notifications,task.1', last: 'w1' })
  await expect.poll(() => sink.state.mock.calls.length).toBe(2)
  expect(sink.reset).not.toHaveBeenCalled()
  stream.listen([])
})
