import createClient, { type Client } from 'openapi-fetch'
import { type App, apiBase, send } from './transport.ts'

type Known<Method> = Method extends undefined ? never : Method
/** What two servers have alike: an operation that one of them lacks is none here. */
export type Common<A, B> = {
  [P in keyof A & keyof B]: {
    [M in keyof A[P] & keyof B[P] as [Known<A[P][M]>, Known<B[P][M]>] extends
      | [never, unknown]
      | [unknown, never]
      ? never
      : M]: A[P][M]
  }
}

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
    // Bytes go as they are; all else is JSON.
    bodySerializer: (body: unknown) => (body instanceof Blob ? body : JSON.stringify(body)),
    fetch: send,
  })

const absolute = (path: string) => new URL(path, location.origin)

/** The answer's body: errors were already thrown, so it is there. */
export const data = async <T>(call: Promise<{ data?: T }>): Promise<T> => (await call).data as T

/** The answer's bytes, of a call with `parseAs: 'blob'`: a document's description leaves open what a file is. */
export const bytes = async (call: Promise<{ data?: unknown }>): Promise<Blob> =>
  (await call).data as Blob

/** Bytes as the body of a call. */
export const asBytes = (body: Blob, type = 'application/octet-stream') => ({
  headers: { 'content-type': type },
  body,
})

/** The header that makes a repeated POST the same POST. Keep one key for each intent, not for each try. */
export const idempotencyKey = (key: string = crypto.randomUUID()) => ({ 'Idempotency-Key': key })
