import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readAgain } from './read-again.ts'

const KEY = ['task', '1']

/** A server whose answers are sent when the test says so, each with what was true when it was asked. */
const open = () => {
  const server = { now: 'processing', answer: [] as (() => void)[] }
  const cache = new QueryClient()
  const stop = new QueryObserver(cache, {
    queryKey: KEY,
    queryFn: () => {
      const then = server.now
      return new Promise<string>((done) => server.answer.push(() => done(then)))
    },
  }).subscribe(() => {})
  return { server, cache, stop, data: () => cache.getQueryData(KEY) }
}

it('reads once more after a reading that saw the time before', async () => {
  const { server, cache, data, stop } = open()
  server.now = 'completed'
  const done = readAgain(cache, KEY)
  server.answer[0]?.()
  await expect.poll(data).toBe('processing')
  await expect.poll(() => server.answer.length).toBe(2)
  server.answer[1]?.()
  await done
  expect(data()).toBe('completed')
  stop()
})

it('answers many words by one reading, and cuts none off', async () => {
  const { server, cache, data, stop } = open()
  server.answer[0]?.()
  await expect.poll(data).toBe('processing')
  server.now = 'a'
  const done = readAgain(cache, KEY)
  await expect.poll(() => server.answer.length).toBe(2)
  for (const now of ['b', 'c', 'completed']) {
    server.now = now
    void readAgain(cache, KEY)
  }
  server.answer[1]?.()
  await expect.poll(data).toBe('a')
  await expect.poll(() => server.answer.length).toBe(3)
  server.answer[2]?.()
  await done
  expect(data()).toBe('completed')
  expect(server.answer).toHaveLength(3)
  stop()
})
