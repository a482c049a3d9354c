// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
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

afterEach(() => vi.unstubAllGlobals())

it('fetches the screen that an address is of, once', async () => {
  const { rows, list, details } = screens()
  const load = screenFetcher(rows)
  await load('/jobs/7')
  await load('/jobs/8')
  await load('/elsewhere')
  expect(details).toHaveBeenCalledOnce()
  expect(list).not.toHaveBeenCalled()
})

it('takes what is written out before what is filled in, wherever it stands', async () => {
  const { rows, details } = screens()
  const create = vi.fn(async () => ({ default: () => null }))
  const load = screenFetcher([...rows, { path: '/jobs/new/', guard: 'signedIn', screen: create }])
  await load('/jobs/new')
  expect(create).toHaveBeenCalledOnce()
  expect(details).not.toHaveBeenCalled()
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

it.each([
  { link: '4g', saves: false, hovers: true, menu: true, pointed: true },
  { link: undefined, saves: false, hovers: true, menu: true, pointed: true },
  { link: '4g', saves: false, hovers: false, menu: false, pointed: true },
  { link: '3g', saves: false, hovers: true, menu: false, pointed: true },
  { link: '2g', saves: false, hovers: true, menu: false, pointed: false },
  { link: '4g', saves: true, hovers: true, menu: false, pointed: false },
])('fetches what the menu leads to at a desk with data to spare: %o', async (of) => {
  vi.stubGlobal('navigator', { connection: { effectiveType: of.link, saveData: of.saves } })
  vi.stubGlobal('matchMedia', () => ({ matches: of.hovers }))
  vi.stubGlobal('requestIdleCallback', (then: () => void) => then())
  const { rows, list, details } = screens()
  prefetch(rows, ['/jobs'])
  document.body.innerHTML = '<a href="/jobs/7">Seven</a>'
  document.querySelector('a')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await Promise.resolve()
  expect([list, details].map((screen) => screen.mock.calls.length > 0)).toEqual([
    of.menu,
    of.pointed,
  ])
})
