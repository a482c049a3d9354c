import { bidderAuctionRows } from '@zabuni/auctions/routes'
import { biddingRows } from '@zabuni/bidding/routes'
import { activityLines, type NavGroup } from '@zabuni/boot/navigation'
import {
  ArchiveIcon,
  CalendarIcon,
  FileSignatureIcon,
  FileTextIcon,
  FolderOpenIcon,
  GraduationCapIcon,
  HouseIcon,
  MailIcon,
  ShieldOffIcon,
  ShoppingCartIcon,
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
  activityLines([...biddingRows, ...bidderAuctionRows]),
  [
    { to: '/supplier/dashboard/cart', key: 'cart', icon: ShoppingCartIcon },
    { to: '/supplier/dashbard/letters', key: 'letters', icon: MailIcon },
    {
      to: '/supplier/contracts/dashboard',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/supplier\/contracts\b/,
    },
    { to: '/supplier/mypayments', key: 'payments', icon: WalletIcon },
    { to: '/supplier/meetings', key: 'meetings', icon: CalendarIcon },
    {
      to: '/supplier/archive/companies',
      key: 'archive',
      icon: ArchiveIcon,
      within: /^\/supplier\/archive\b/,
    },
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
