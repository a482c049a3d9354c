import { cell, rowsOf, type Screen, type Table, table } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import type { ArchiveSlots } from './slots.ts'

const screens = table<ArchiveSlots>()
const KEEPS = 'MANAGE_DOCUMENTS'

/** Where the archive is found: the path's activity has to be the job's own. */
const PATHS: Readonly<Record<'buyer' | 'operator' | 'supplier', Table<ArchiveSlots>>> = {
  buyer: screens({
    archiveJobs: cell('/company/archive/jobs'),
    archiveJob: cell('/company/archive/jobs/:jobId/:activity/categories'),
    archiveCategory: cell(
      '/company/archive/jobs/:jobId/:activity/categories/:categoryId/suppliers',
    ),
    archiveBid: cell('/company/archive/:activity/categories/:categoryId/suppliers/:supplierId'),
  }),
  operator: screens({
    archiveBuyers: cell('/zabuni/archive/buyers', KEEPS),
    archiveJobs: cell('/zabuni/archive/buyers/:buyerId/jobs', KEEPS),
    archiveJob: cell('/zabuni/archive/jobs/:jobId/:activity/categories', KEEPS),
    archiveCategory: cell(
      '/zabuni/archive/jobs/:jobId/:activity/categories/:categoryId/suppliers',
      KEEPS,
    ),
    archiveBid: cell(
      '/zabuni/archive/:activity/categories/:categoryId/suppliers/:supplierId',
      KEEPS,
    ),
    archiveManagement: cell('/zabuni/archive_management/jobs', KEEPS),
  }),
  supplier: screens({
    archiveCompanies: cell('/supplier/archive/companies'),
    archiveOwnBids: cell('/supplier/archive/companies/:companyId/categories'),
    archiveOwnBid: cell('/supplier/archive/:activity/categories/:categoryId/documents'),
  }),
}

const SCREENS: Readonly<Record<keyof ArchiveSlots, Screen>> = {
  archiveBuyers: { screen: () => import('./screens/buyers.tsx') },
  archiveJobs: { screen: () => import('./screens/jobs.tsx') },
  archiveJob: { screen: () => import('./screens/job.tsx'), operation: 'archivedJob' },
  archiveCategory: {
    screen: () => import('./screens/category.tsx'),
    operation: 'archivedCategory',
  },
  archiveBid: { screen: () => import('./screens/bid.tsx'), operation: 'archivedBid' },
  archiveManagement: { screen: () => import('./screens/management.tsx'), operation: 'managedJobs' },
  archiveCompanies: { screen: () => import('./screens/companies.tsx') },
  archiveOwnBids: { screen: () => import('./screens/own-bids.tsx') },
  archiveOwnBid: { screen: () => import('./screens/own-bid.tsx') },
}

/** The archive of a desk; a buyer's is closed to companies that lack its module. */
export const archiveRows = (desk: keyof typeof PATHS): Row[] =>
  rowsOf({
    desk,
    tables: { '': PATHS[desk] },
    screens: SCREENS,
    module: desk === 'buyer' ? 'archive' : undefined,
  })
