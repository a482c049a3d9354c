import { data } from './client.ts'
import { ApiError } from './error.ts'
import { api, type Schemas } from './shared.ts'

/** Who is signed in, as the server says. */
export type Session = Schemas['Session']

let current: Session | null = null

/** The session read at boot; null before that and when signed out. */
export const session = (): Session | null => current

/** The zone of the reader's organisation, for moments that belong to no job of its own zone. */
export const ownZone = (): string => current?.timezone || 'UTC'

/** Replaces what is known of the session, after a profile change for example. */
export const setSession = (value: Session | null): void => {
  current = value
}

/** Reads the session; null means signed out, anything but a 401 is a real error and is thrown. */
export const loadSession = async (): Promise<Session | null> => {
  try {
    current = await data(api.GET('/session'))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    current = null
  }
  return current
}
