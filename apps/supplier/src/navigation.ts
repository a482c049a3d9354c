import type { NavGroup } from '@zabuni/boot/navigation'
import {
  BadgeCheckIcon,
  FileTextIcon,
  FolderOpenIcon,
  GavelIcon,
  GraduationCapIcon,
  HandIcon,
  HouseIcon,
  MailIcon,
  ReceiptTextIcon,
  ShieldAlertIcon,
  ShieldOffIcon,
  ShoppingCartIcon,
  TagIcon,
  UserPlusIcon,
  UsersIcon,
  WalletIcon,
} from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [
    { to: '/supplier/dashboard', key: 'dashboard', icon: HouseIcon },
    { to: '/supplier/landing', key: 'openJobs', icon: FolderOpenIcon },
    { to: '/supplier/ongoingbids', key: 'bids', icon: FileTextIcon },
  ],
  [
    {
      to: '/supplier/tender/ordered/categories',
      key: 'tender',
      icon: GavelIcon,
      privilege: 'MANAGE_TENDER',
    },
    { to: '/supplier/list/rfqs', key: 'rfq', icon: ReceiptTextIcon, privilege: 'MANAGE_RFQ' },
    {
      to: '/supplier/prequal/ordered/categories',
      key: 'prequalification',
      icon: BadgeCheckIcon,
      privilege: 'MANAGE_PREQUAL',
    },
    {
      to: '/supplier/expression_of_interest/ordered/categories',
      key: 'expressionOfInterest',
      icon: HandIcon,
      privilege: 'MANAGE_PREQUAL',
    },
    {
      to: '/supplier/supplier-registration/ordered/categories',
      key: 'supplierRegistration',
      icon: UserPlusIcon,
      privilege: 'MANAGE_PREQUAL',
    },
    {
      to: '/supplier/asset/ordered/categories',
      key: 'assetDisposal',
      icon: TagIcon,
      privilege: 'MANAGE_ASSET_DISPOSAL',
    },
    { to: '/supplier/risk_management/jobs', key: 'riskManagement', icon: ShieldAlertIcon },
  ],
  [
    { to: '/supplier/dashboard/cart', key: 'cart', icon: ShoppingCartIcon },
    { to: '/supplier/dashbard/letters', key: 'letters', icon: MailIcon },
    { to: '/supplier/mypayments', key: 'payments', icon: WalletIcon },
  ],
  [
    {
      to: '/supplier/user/users',
      key: 'users',
      icon: UsersIcon,
      within: /^\/supplier\/user\b/,
      privilege: 'MANAGE_USER',
    },
  ],
  [
    { to: '/profile/notices', key: 'notices', icon: ShieldOffIcon },
    { to: '/supplier/tutorials', key: 'tutorials', icon: GraduationCapIcon },
  ],
]
