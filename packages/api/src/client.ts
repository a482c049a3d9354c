import createClient, { type Client } from 'openapi-fetch'
import { type App, apiBase, send } from './transport.ts'

/** A typed client of one server; errors are thrown by the transport, never answered. */
export const clientFor = <Paths extends object>(app?: App): Client<Paths, 'application/json'> =>
  createClient<Paths, 'application/json'>({
    baseUrl: app ? `/api/${app}` : '',
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    Request: class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        // Screens shared by the apps are written once; which server they speak to is known at boot.
        super(typeof input === 'string' ? absolute(app ? input : apiBase() + input) : input, init)
      }
    },
    fetch: send,
  })

const absolute = (path: string) => new URL(path, location.origin)

/** The answer's body: errors were already thrown, so it is there. */
export const data = async <T>(call: Promise<{ data?: T }>): Promise<T> => (await call).data as T

/** The header that makes a repeated POST the same POST. Keep one key for each intent, not for each try. */
export const idempotencyKey = (key: string = crypto.randomUUID()) => ({ 'Idempotency-Key': key })
