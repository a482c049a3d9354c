import type { Row } from '@zabuni/routing/row'

/** The component gallery: in development and demo builds only. */
export const galleryRows: readonly Row[] = __ZABUNI_DEMO__
  ? [{ path: '/gallery', guard: 'signedIn', screen: () => import('@zabuni/ui/gallery/gallery') }]
  : []
