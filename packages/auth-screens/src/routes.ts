import type { PublicRow } from '@zabuni/routing/row'
import Login from './login.tsx'

/** Screens before sign-in, the same in every app. The login screen itself never waits for a second file. */
export const publicRows: readonly PublicRow[] = [
  { path: '/login', guard: 'public', screen: async () => ({ default: Login }), eager: Login },
  { path: '/reset-password', guard: 'public', screen: () => import('./reset-password.tsx') },
  {
    path: '/set-password/:uidb64/:token',
    guard: 'public',
    screen: () => import('./set-password.tsx'),
  },
  { path: '/activate-account', guard: 'public', screen: () => import('./activate-account.tsx') },
  {
    path: '/resend_activation/email',
    guard: 'public',
    screen: () => import('./resend-activation.tsx'),
  },
  {
    path: '/resend_activation/:address',
    guard: 'public',
    screen: () => import('./resend-activation.tsx'),
  },
  { path: '/unsubscribe', guard: 'public', screen: () => import('./unsubscribe.tsx') },
  { path: '/unsubscribed', guard: 'public', screen: () => import('./unsubscribed.tsx') },
  // Anybody's: a review board has no account.
  { path: '/check', guard: 'public', screen: () => import('./check/screen.tsx') },
  // What people agree to is for everybody to read, signed in or not.
  {
    path: '/terms',
    guard: 'public',
    screen: async () => ({ default: (await import('./legal.tsx')).Terms }),
  },
  {
    path: '/privacy',
    guard: 'public',
    screen: async () => ({ default: (await import('./legal.tsx')).Privacy }),
  },
  // Signed in by half: drawn before the console, because nothing else may be seen until the code is right.
  {
    path: '/verification-code',
    guard: 'signedIn',
    screen: () => import('./verification-code.tsx'),
  },
  // Only suppliers register themselves, but the link works whichever app the front door has chosen.
  { path: '/register', guard: 'public', screen: () => import('./register.tsx') },
]

/** What is public of tenders, for whoever has no account too. */
export const tenderRows: readonly PublicRow[] = [
  { path: '/tenders', guard: 'public', screen: () => import('./tenders/list.tsx') },
  { path: '/tenders/planned', guard: 'public', screen: () => import('./tenders/planned.tsx') },
  { path: '/tenders/:jobId', guard: 'public', screen: () => import('./tenders/details.tsx') },
]

/** How somebody without an account pays an order: by its link, and back from a provider's page. */
export const billRows: readonly PublicRow[] = [
  ...['c', 'd'].map(
    (way): PublicRow => ({
      path: `/supplier/payment/cards/${way}/:cartCode`,
      guard: 'public',
      screen: () => import('./bill/screen.tsx'),
    }),
  ),
  {
    path: '/supplier/payment/cards/d/return/processing',
    guard: 'public',
    screen: () => import('./bill/returned.tsx'),
  },
]
