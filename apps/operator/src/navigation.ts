import type { NavGroup } from '@zabuni/boot/navigation'
import {
  Building2Icon,
  HouseIcon,
  PlusIcon,
  RadioTowerIcon,
  ScrollTextIcon,
  ShieldOffIcon,
  TagsIcon,
  TruckIcon,
  UsersIcon,
} from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/zabuni/landing', key: 'dashboard', icon: HouseIcon }],
  [
    { to: '/zabuni/livejobs', key: 'liveJobs', icon: RadioTowerIcon },
    { to: '/zabuni/buyers', key: 'buyers', icon: Building2Icon, privilege: 'MANAGE_JOB' },
    { to: '/zabuni/suppliers', key: 'suppliers', icon: TruckIcon },
  ],
  [
    {
      to: '/zabuni/tender/buyers',
      key: 'tender',
      icon: ScrollTextIcon,
      within: /^\/zabuni\/(create\/|edit\/)?tenders?\b/,
      privilege: 'MANAGE_JOB',
    },
    {
      to: '/zabuni/create/tender',
      key: 'createTender',
      icon: PlusIcon,
      privilege: 'MANAGE_JOB',
      paletteOnly: true,
    },
  ],
  [
    { to: '/zabuni/category_types', key: 'categoryTypes', icon: TagsIcon },
    { to: '/zabuni/special-groups', key: 'specialGroups', icon: UsersIcon },
    {
      to: '/zabuni/blacklisted/suppliers',
      key: 'blacklist',
      icon: ShieldOffIcon,
      privilege: 'MANAGE_SUPPLIER',
    },
    {
      to: '/zabuni/buyers/create',
      key: 'createBuyer',
      icon: PlusIcon,
      privilege: 'MANAGE_BUYER',
      paletteOnly: true,
    },
  ],
]
