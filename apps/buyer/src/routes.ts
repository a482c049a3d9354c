import { accountRows } from '@zabuni/account/routes'
import { buyerRows } from '@zabuni/admin/routes'
import { archiveRows } from '@zabuni/archive/routes'
import { auctionRows } from '@zabuni/auctions/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { contractDeskRows } from '@zabuni/contracts/routes'
import { evaluationRows } from '@zabuni/evaluation/routes'
import { figureRows, reportRows } from '@zabuni/figures/routes'
import { letterRows } from '@zabuni/letters/routes'
import { buyerFeeRows } from '@zabuni/payments/routes'
import { peopleRows } from '@zabuni/people/routes'
import { projectRows } from '@zabuni/project/routes'
import type { Row } from '@zabuni/routing/router'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { companyProfileRows, worldRows } from '@zabuni/suppliers/routes'
import { taskRows } from '@zabuni/tasks/routes'

export { publicRows } from './public.ts'

/** Every signed-in screen of the buyer app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  ...figureRows('buyer'),
  ...reportRows('buyer'),
  ...sourcingRows('buyer'),
  ...auctionRows('buyer'),
  ...evaluationRows('buyer'),
  ...projectRows('buyer'),
  ...letterRows('buyer'),
  ...archiveRows('buyer'),
  ...contractDeskRows('buyer'),
  ...buyerFeeRows,
  ...peopleRows('buyer'),
  ...companyProfileRows,
  ...worldRows,
  ...buyerRows,
  ...accountRows,
  ...taskRows('buyer'),
  ...galleryRows,
]
