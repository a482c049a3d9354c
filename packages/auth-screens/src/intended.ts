import { loginHref, safeReturnUrl } from '@zabuni/routing/guard'

const KEY = 'zabuni.intended'

/** Where whoever signs in or registers here wanted to go: of this site alone. */
export const intended = (): string =>
  safeReturnUrl(new URLSearchParams(location.search).get('returnUrl'))

/** Keeps it over a registration, whose mailed link is opened in another tab and knows nothing of it. */
export const keepIntended = (): void => {
  try {
    localStorage.setItem(KEY, intended())
  } catch {
    // Storage refused: sign-in leads to the dashboard.
  }
}

/** The sign-in of a new account, back to where it was registered for. */
export const firstLogin = (): string => {
  try {
    return loginHref(safeReturnUrl(localStorage.getItem(KEY)))
  } catch {
    return loginHref('/')
  }
}
