import { accountRows } from '@zabuni/account/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { buyerRows } from '@zabuni/companies/routes'
import { letterRows } from '@zabuni/letters/routes'
import { peopleRows } from '@zabuni/people/routes'
import type { Row } from '@zabuni/routing/router'
import { figureRows, liveRows } from '@zabuni/sourcing/live-routes'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { companyProfileRows } from '@zabuni/suppliers/routes'

export { publicRows } from './public.ts'

/** Every signed-in screen of the buyer app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  {
    path: '/company/landing',
    guard: { type: 'buyer' },
    screen: () => import('@zabuni/sourcing/screens/buyer-home'),
  },
  ...figureRows,
  ...liveRows('buyer'),
  ...sourcingRows('buyer'),
  ...letterRows('buyer'),
  ...peopleRows('buyer'),
  ...companyProfileRows,
  ...buyerRows,
  ...accountRows,
  ...galleryRows,
]
