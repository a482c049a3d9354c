import { accountRows } from '@zabuni/account/routes'
import { supplierRows } from '@zabuni/admin/routes'
import { archiveRows } from '@zabuni/archive/routes'
import { bidderAuctionRows } from '@zabuni/auctions/routes'
import { biddingRows } from '@zabuni/bidding/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { suppliedContractRows } from '@zabuni/contracts/routes'
import { supplierLetterRows } from '@zabuni/letters/routes'
import { paymentRows } from '@zabuni/payments/routes'
import { peopleRows } from '@zabuni/people/routes'
import { ownMeetingRows } from '@zabuni/project/routes'
import type { Row } from '@zabuni/routing/router'
import { supplierProfileRows } from '@zabuni/suppliers/routes'

export { publicRows } from './public.ts'

/** Every signed-in screen of the supplier app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  { path: '/supplier/dashboard', guard: { type: 'supplier' }, screen: () => import('./home.tsx') },
  ...biddingRows,
  ...bidderAuctionRows,
  ...paymentRows,
  ...supplierLetterRows,
  ...suppliedContractRows,
  ...archiveRows('supplier'),
  ...ownMeetingRows,
  ...peopleRows('supplier'),
  ...supplierProfileRows,
  { path: '/profile', guard: 'signedIn', screen: () => import('./profile.tsx') },
  ...accountRows.filter((row) => row.path !== '/profile'),
  ...supplierRows,
  ...galleryRows,
]
