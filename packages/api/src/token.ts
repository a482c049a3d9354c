import { serverNow } from './time.ts'

// The script-readable half of the session. The other half is an HttpOnly cookie that the browser sends by itself;
// neither is worth anything alone. The name without prefix is used on plain-http addresses of a local network.
const NAMES = ['__Host-zabuni_token', 'zabuni_token']
const REFRESH_BEFORE_MS = 60_000

/** The bearer token, or null when signed out. */
export const readToken = (cookies: string = document.cookie): string | null => {
  const jar = new Map(
    cookies.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  for (const name of NAMES) {
    const value = jar.get(name)
    if (value) return value
  }
  return null
}

/** When the token ends, in milliseconds; 0 when it cannot be read. */
const expiryOf = (token: string): number => {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return 0
  }
}

/** True when the token ends within a minute, by the server's clock. */
export const nearExpiry = (token: string, now: number = serverNow()): boolean => {
  const expiry = expiryOf(token)
  return expiry > 0 && expiry - now < REFRESH_BEFORE_MS
}
