import { api } from '@zabuni/api/shared'
import { flash } from '@zabuni/ui/toast'

/** Ends the session and leaves with a new document, so that nothing of it stays in memory. */
export const signOut = async (): Promise<void> => {
  try {
    await api.POST('/authentication/logout')
  } catch {
    // Already gone, or no network: either way this browser shows the login next.
  }
  flash('ok', 'toast.loggedOut')
  location.assign('/')
}
