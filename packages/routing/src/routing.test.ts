// @vitest-environment happy-dom
import { createMemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, CssChunkLoadError, loadChunk, reloadOnce } from './chunk.ts'
import { decide, type Guard, loginHref, safeReturnUrl, type Who, withReturn } from './guard.ts'
import { fill, match, shape } from './path.ts'
import { consoleRoutes, type Row } from './router.ts'

const qed = (...privileges: string[]): Who => ({ user_type: 'qed', privileges })
const manageJob: Guard = { type: 'qed', privilege: 'MANAGE_JOB' }

describe('decide', () => {
  it.each<[Who, Guard, string]>([
    [null, 'public', 'allow'],
    [null, 'signedIn', 'login'],
    [null, manageJob, 'login'],
    [qed(), 'signedIn', 'allow'],
    [qed(), manageJob, 'forbidden'],
    [qed('MANAGE_JOB'), manageJob, 'allow'],
    [{ user_type: 'buyer', privileges: ['MANAGE_JOB'] }, manageJob, 'forbidden'],
    [qed(), { type: 'qed' }, 'allow'],
    [{ user_type: 'qed', privileges: [], login_status: 4 }, 'signedIn', 'code'],
  ])('%j at %j is %s', (who, guard, expected) => expect(decide(who, guard)).toBe(expected))
})

describe('returnUrl', () => {
  it('keeps the intended path and query', () =>
    expect(loginHref('/company/rfqs?page=2')).toBe('/login?returnUrl=%2Fcompany%2Frfqs%3Fpage%3D2'))
  it('keeps it over a registration', () => {
    expect(withReturn('/register', '/supplier/category/7')).toBe(
      '/register?returnUrl=%2Fsupplier%2Fcategory%2F7',
    )
    expect(withReturn('/register', '/')).toBe('/register')
  })
  it.each([
    ['/company/rfqs?page=2', '/company/rfqs?page=2'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['https://evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?returnUrl=/x', '/'],
    ['/verification-code', '/'],
    [null, '/'],
    ['/..//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/%2e%2e//evil.example', '/'],
    ['/company/../..//evil.example', '/'],
    ['/.\\\\evil.example', '/'],
  ])('%s becomes %s', (raw, safe) => expect(safeReturnUrl(raw)).toBe(safe))
})

describe('navigation', () => {
  const go = async (who: Who, to: string) => {
    const screen = vi.fn(async () => ({ default: () => null }))
    const rows: Row[] = [
      { path: '/q/prequalifications', guard: manageJob, screen },
      { path: '/login', guard: 'public', screen: async () => ({ default: () => null }) },
      {
        path: '/permissions/error',
        guard: 'signedIn',
        screen: async () => ({ default: () => null }),
      },
    ]
    const router = createMemoryRouter(
      consoleRoutes(rows, {
        who: () => who,
        shell: () => null,
        failure: () => null,
        notFound: async () => ({ default: () => null }),
      }),
      { initialEntries: ['/permissions/error'], future: { v8_middleware: true } },
    )
    router.initialize()
    await vi.waitFor(() => expect(router.state.initialized).toBe(true))
    await router.navigate(to)
    return {
      location: router.state.location.pathname + router.state.location.search,
      loads: screen.mock.calls.length,
    }
  }
  it('lets the holder in', async () =>
    expect(await go(qed('MANAGE_JOB'), '/q/prequalifications')).toEqual({
      location: '/q/prequalifications',
      loads: 1,
    }))
  it('sends the unprivileged to the permissions error', async () =>
    expect((await go(qed(), '/q/prequalifications')).location).toBe(
      '/permissions/error?needs=MANAGE_JOB&from=%2Fq%2Fprequalifications',
    ))
  it('sends the signed out to login with returnUrl', async () =>
    expect((await go(null, '/q/prequalifications?page=3')).location).toBe(
      '/login?returnUrl=%2Fq%2Fprequalifications%3Fpage%3D3',
    ))
})

describe('chunks', () => {
  it('gives up after the time limit', async () => {
    vi.useFakeTimers()
    const failed = expect(loadChunk(() => new Promise(() => {}), { retries: 0 })).rejects.toThrow(
      ChunkLoadError,
    )
    await vi.advanceTimersByTimeAsync(120_000)
    await failed
    vi.useRealTimers()
  })
  it('tries again when the network drops', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
      .mockResolvedValue('screen')
    await expect(loadChunk(load, { delay: 1 })).resolves.toBe('screen')
  })
  it('names a stylesheet failure', async () => {
    await expect(
      loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /a.css')), { delay: 1 }),
    ).rejects.toThrow(CssChunkLoadError)
  })
  it('leaves a bug in the screen alone', async () => {
    await expect(loadChunk(() => Promise.reject(new RangeError('bug')))).rejects.toThrow(RangeError)
  })
  it('reloads at most once', () => {
    sessionStorage.clear()
    const reload = vi.fn()
    expect([reloadOnce(reload), reloadOnce(reload)]).toEqual([true, false])
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('paths', () => {
  it('fills and checks parameters', () => {
    expect(fill('/a/:id/b/:x', { id: 'p/1', x: 2 })).toBe('/a/p%2F1/b/2')
    expect(() => fill('/a/:id', { id: '' })).toThrow('needs id')
  })
  it('knows one route under two parameter names', () =>
    expect(shape('/a/:jobId/b/')).toBe(shape('/a/{id}/b')))
  it('reads parameters before there is a router', () => {
    expect(match('/set-password/:uidb64/:token', '/set-password/MQ/a%2Bb/')).toEqual({
      uidb64: 'MQ',
      token: 'a+b',
    })
    expect(match('/set-password/:uidb64/:token', '/set-password/MQ')).toBeNull()
    expect(match('/a/:b', '/a/%E0%A4%A')).toBeNull()
  })
})
