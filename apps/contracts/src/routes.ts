import { accountRows } from '@zabuni/account/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import type { Row } from '@zabuni/routing/router'

export { publicRows } from './public.ts'

/** Every signed-in screen of the contracts app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  {
    path: '/contract-management/dashboard',
    guard: { type: 'temp' },
    screen: () => import('./home.tsx'),
  },
  ...accountRows,
  ...galleryRows,
]
