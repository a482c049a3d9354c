// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { prefetch, screenFetcher } from './prefetch.ts'
import type { Row } from './row.ts'

const screens = () => {
  const screen = () => vi.fn(async () => ({ default: () => null }))
  const [list, details] = [screen(), screen()]
  const rows: Row[] = [
    { path: '/jobs', guard: 'signedIn', screen: list },
    { path: '/jobs/:jobId', guard: 'signedIn', screen: details },
  ]
  return { list, details, rows }
}

it('fetches the screen that an address is of, once', async () => {
  const { rows, list, details } = screens()
  const load = screenFetcher(rows)
  await load('/jobs/7')
  await load('/jobs/8')
  await load('/elsewhere')
  expect(details).toHaveBeenCalledOnce()
  expect(list).not.toHaveBeenCalled()
})

it('asks again for what did not come', async () => {
  const { rows, list } = screens()
  list.mockRejectedValueOnce(new Error('away'))
  const load = screenFetcher(rows)
  await load('/jobs')
  await load('/jobs')
  expect(list).toHaveBeenCalledTimes(2)
})

it('fetches as soon as a link has the focus', async () => {
  const { rows, details } = screens()
  prefetch(rows, [])
  document.body.innerHTML =
    '<a href="/jobs/7"><b>Seven</b></a><a href="https://elsewhere.test/jobs">x</a>'
  const [own, other] = document.querySelectorAll('a')
  other?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(details).not.toHaveBeenCalled()
  own?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(details).toHaveBeenCalledOnce()
})
