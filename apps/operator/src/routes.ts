import { accountRows, supportRows } from '@zabuni/account/routes'
import { operatorRows } from '@zabuni/admin/routes'
import { archiveRows } from '@zabuni/archive/routes'
import { auctionRows } from '@zabuni/auctions/routes'
import { galleryRows } from '@zabuni/boot/gallery-rows'
import { contractDeskRows } from '@zabuni/contracts/routes'
import { evaluationRows } from '@zabuni/evaluation/routes'
import { figureRows, reportRows } from '@zabuni/figures/routes'
import { letterRows } from '@zabuni/letters/routes'
import { mailRows } from '@zabuni/mail/routes'
import { paymentDeskRows } from '@zabuni/payments/routes'
import { peopleRows } from '@zabuni/people/routes'
import { platformRows } from '@zabuni/platform/routes'
import { projectRows } from '@zabuni/project/routes'
import type { Row } from '@zabuni/routing/router'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { operatorSupplierRows } from '@zabuni/suppliers/routes'
import { progressRow, taskRows } from '@zabuni/tasks/routes'

export { publicRows } from './public.ts'

const guard = { type: 'qed' } as const

/** Every signed-in screen of the operator app; `npm run routes` prints this table. */
export const rows: readonly Row[] = [
  ...figureRows('operator'),
  ...reportRows('operator'),
  ...operatorSupplierRows,
  ...mailRows,
  ...platformRows,
  ...paymentDeskRows,
  progressRow('/zabuni/category_types/upload/buyers/progress/:taskId', guard),
  progressRow('/zabuni/buyers/upload/progress/:taskId', guard),
  progressRow('/zabuni/category_types/progress/:taskId', guard),
  ...sourcingRows('operator'),
  ...auctionRows('operator'),
  ...evaluationRows('operator'),
  ...projectRows('operator'),
  ...letterRows('operator'),
  ...archiveRows('operator'),
  ...contractDeskRows('operator'),
  ...peopleRows('operator'),
  ...operatorRows,
  ...supportRows,
  ...accountRows,
  ...taskRows('operator'),
  ...galleryRows,
]
