import { session } from '@zabuni/api/session'
import { flash } from '@zabuni/ui/toast'
import { logout } from './queries.ts'

/** Ends the session and leaves with a new document, so that nothing of it stays in memory. */
export const signOut = async (): Promise<void> => {
  try {
    // The browser is told to forget what the apps stored, except what a bidder has not sent yet.
    const keep =
      session()?.user_type === 'supplier' &&
      (await (await import('@zabuni/api/device')).holdsWork())
    await logout({ keep_storage: keep })
  } catch {
    // Already gone, or no network: either way this browser shows the login next.
  }
  flash('ok', 'toast.loggedOut')
  location.assign('/')
}
