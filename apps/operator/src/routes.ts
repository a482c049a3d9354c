import { accountRows } from '@zabuni/account/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import type { Row } from '@zabuni/routing/router'
import { sourcingRows } from '@zabuni/sourcing/routes'

export { publicRows } from './public.ts'

/** Every signed-in screen of the operator app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  { path: '/zabuni/landing', guard: { type: 'qed' }, screen: () => import('./home.tsx') },
  ...sourcingRows('operator'),
  ...accountRows,
  ...galleryRows,
]
