import { accountRows } from '@zabuni/account/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { contractRows } from '@zabuni/contracts/routes'
import type { Row } from '@zabuni/routing/router'

export { publicRows } from './public.ts'

/** Every signed-in screen of the contracts app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [...contractRows, ...accountRows, ...galleryRows]
