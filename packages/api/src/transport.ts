import { ApiError, NetworkError, type Problem } from './error.ts'
import { learnServerTime } from './time.ts'
import { nearExpiry, readToken } from './token.ts'

/** The four user families; each has its own server below /api. */
export type App = 'supplier' | 'buyer' | 'operator' | 'contracts'

/** 90 minutes, because uploads over poor links are slow rather than dead. */
const REQUEST_TIMEOUT_MS = 5_400_000
const REFRESH = '/authentication/refresh'
const LOGIN = '/authentication/login'
// These answer 401 to a person who has not signed in: their own screens say why, the session rule does not apply.
const OWN_401 = [LOGIN, REFRESH]

let app: App = 'supplier'
let sessionEnded: () => void = () => {}

/** Names the app once, at boot. */
export const configureApi = (
  name: App,
  rules: {
    /** Called when any call but the login itself finds the session gone. */
    onSessionEnded: () => void
  },
): void => {
  app = name
  sessionEnded = rules.onSessionEnded
}
/** The base of this app's own server. */
export const apiBase = (): string => `/api/${app}`

const withBearer = (request: Request): Request => {
  const token = readToken()
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  else request.headers.delete('authorization')
  return request
}

const fetchTimed = async (request: Request): Promise<Response> => {
  const sent = Date.now()
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
  const answer = await globalThis.fetch(request, { signal })
  learnServerTime(answer.headers.get('x-server-time'), sent, Date.now())
  return answer
}

const renew = async (stale: string | null): Promise<boolean> => {
  // Another tab may have renewed while this one waited for the lock.
  const current = readToken()
  if (current && current !== stale && !nearExpiry(current)) return true
  const url = new URL(apiBase() + REFRESH, location.origin)
  const answer = await fetchTimed(withBearer(new Request(url, { method: 'POST' })))
  return answer.ok
}

let renewing: Promise<boolean> | null = null
/** Renews the token once for all calls and all tabs that want it; false when the session is over. */
export const refresh = (stale: string | null = readToken()): Promise<boolean> => {
  renewing ??= (
    navigator.locks
      ? (navigator.locks.request('zabuni.refresh', () => renew(stale)) as Promise<boolean>)
      : renew(stale)
  ).finally(() => {
    renewing = null
  })
  return renewing
}

const problemOf = async (answer: Response): Promise<Problem | undefined> => {
  try {
    const body = await answer.clone().json()
    return typeof body?.code === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}

/** Sends one request by the session's rules; resolves only with a good answer. */
export const send = async (request: Request): Promise<Response> => {
  const path = new URL(request.url).pathname.slice(apiBase().length)
  const own401 = OWN_401.includes(path)
  const again = own401 ? null : request.clone()
  try {
    const token = readToken()
    if (!own401 && token && nearExpiry(token)) await refresh(token)
    let answer = await fetchTimed(withBearer(request))
    if (answer.ok) return answer
    let problem = await problemOf(answer)
    if (again && answer.status === 401 && problem?.code === 'identity.token_expired') {
      if (await refresh()) {
        answer = await fetchTimed(withBearer(again))
        if (answer.ok) return answer
        problem = await problemOf(answer)
      }
    }
    if (answer.status === 401 && !own401) sessionEnded()
    throw new ApiError(answer.status, problem)
  } catch (error) {
    if (error instanceof ApiError || request.signal.aborted) throw error
    throw new NetworkError('network', { cause: error })
  }
}
