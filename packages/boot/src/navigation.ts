import type { Privilege } from '@zabuni/routing/guard'
import type { LucideIcon } from 'lucide-react'

/** The words a navigation may use; all are keys of common.nav. */
type NavKey =
  | 'home'
  | 'dashboard'
  | 'prequalification'
  | 'expressionOfInterest'
  | 'tender'
  | 'createTender'
  | 'rfq'
  | 'assetDisposal'
  | 'supplierRegistration'
  | 'riskManagement'
  | 'suppliers'
  | 'supplierCategories'
  | 'specialGroups'
  | 'specialGroupSuppliers'
  | 'subscribedSuppliers'
  | 'registeredSuppliers'
  | 'companyProfile'
  | 'contracts'
  | 'auctions'
  | 'reports'
  | 'archive'
  | 'users'
  | 'payments'
  | 'cart'
  | 'bids'
  | 'openJobs'
  | 'tutorials'
  | 'letters'
  | 'approvals'
  | 'liveJobs'
  | 'ourJobs'
  | 'bidders'
  | 'buyers'
  | 'categoryTypes'
  | 'blacklist'
  | 'createBuyer'
  | 'branches'
  | 'documentTemplates'
  | 'notices'
  | 'settings'
  | 'emails'
  | 'emailTemplates'
  | 'gallery'

/** One line of the side navigation; hidden from people without the privilege. */
type NavItem = {
  to: string
  key: NavKey
  icon: LucideIcon
  privilege?: Privilege
  /** Hidden while the company lacks the module. */
  module?: string
  /** Addresses that belong to this line though they do not begin with its own. */
  within?: RegExp
  /** Found by typing in the palette, not shown in the side navigation. */
  paletteOnly?: true
}
/** Lines that belong together. */
export type NavGroup = readonly NavItem[]
