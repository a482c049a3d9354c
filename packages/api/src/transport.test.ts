// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from './error.ts'
import { api } from './shared.ts'
import { serverOffset } from './time.ts'
import { nearExpiry, readToken } from './token.ts'
import { configureApi, refresh } from './transport.ts'

const token = (seconds: number, name: string) =>
  `${name}.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds }))}.s`
const signIn = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the session's readable half is a cookie
  document.cookie = `zabuni_token=${value}`
}
const ended = vi.fn()
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
const serve = (handler: (request: Request) => Response | Promise<Response>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => handler(input as Request))

beforeEach(() => {
  ended.mockClear()
  configureApi('buyer', { onSessionEnded: ended })
})
afterEach(() => signIn(''))

it('prefers the cookie with the host prefix', () => {
  expect(readToken('zabuni_token=b; __Host-zabuni_token=a; x=1')).toBe('a')
  expect(readToken('x=1')).toBeNull()
  expect(nearExpiry(token(59, 'a'))).toBe(true)
  expect(nearExpiry(token(600, 'a'))).toBe(false)
})

it('sends the bearer to its own server and learns the server time', async () => {
  signIn(token(600, 'a'))
  const calls: string[] = []
  serve((request) => {
    calls.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`)
    return json(200, {}, { 'x-server-time': new Date(Date.now() + 60_000).toISOString() })
  })
  await api.GET('/session')
  expect(calls).toEqual([`/api/buyer/session Bearer ${readToken()}`])
  expect(Math.abs(serverOffset() - 60_000)).toBeLessThan(1000)
})

it('renews an expired token once for all calls and repeats each of them', async () => {
  signIn(token(600, 'old'))
  let renewals = 0
  serve((request) => {
    if (request.url.endsWith('/refresh')) {
      renewals++
      signIn(token(600, 'new'))
      return json(200, { access_token: 'new' })
    }
    return request.headers.get('authorization')?.startsWith('Bearer new')
      ? json(200, { ok: true })
      : json(401, { code: 'identity.token_expired' })
  })
  await Promise.all([api.GET('/session'), api.GET('/core/countries/')])
  expect(renewals).toBe(1)
  expect(ended).not.toHaveBeenCalled()
})

it('does not renew what another tab has renewed', async () => {
  signIn(token(600, 'fresh'))
  const fetch = serve(() => json(500, {}))
  expect(await refresh('stale')).toBe(true)
  expect(fetch).not.toHaveBeenCalled()
})

it('ends the session on any other 401, but not on the login itself', async () => {
  serve(() => json(401, { code: 'identity.bad_credentials' }))
  const body = { username: 'a', password: 'b', remember_me: false }
  await expect(api.POST('/authentication/login', { body })).rejects.toBeInstanceOf(ApiError)
  expect(ended).not.toHaveBeenCalled()
  await expect(api.GET('/session')).rejects.toMatchObject({ status: 401 })
  expect(ended).toHaveBeenCalledOnce()
})

it('tells a lost network from a refusal', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(api.GET('/session')).rejects.toBeInstanceOf(NetworkError)
})
