import type { Row } from '@zabuni/routing/row'

/** A person's own screens, in every app. */
export const accountRows: readonly Row[] = [
  { path: '/profile', guard: 'signedIn', screen: () => import('./profile.tsx') },
  { path: '/change-password', guard: 'signedIn', screen: () => import('./change-password.tsx') },
  { path: '/notifications', guard: 'signedIn', screen: () => import('./notifications.tsx') },
  { path: '/permissions/error', guard: 'signedIn', screen: () => import('./forbidden.tsx') },
  { path: '/page-not-found', guard: 'signedIn', screen: () => import('./not-found.tsx') },
]

/** An operator's way into a customer's console. */
export const supportRows: readonly Row[] = [
  {
    path: '/zabuni/support/:companyId',
    guard: { type: 'qed' },
    screen: () => import('./support.tsx'),
  },
]
