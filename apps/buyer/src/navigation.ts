import type { NavGroup } from '@zabuni/boot/navigation'
import {
  Building2Icon,
  HouseIcon,
  MailIcon,
  PlusIcon,
  ScrollTextIcon,
  UsersIcon,
} from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/company/landing', key: 'dashboard', icon: HouseIcon }],
  [
    {
      to: '/company/tenders',
      key: 'tender',
      icon: ScrollTextIcon,
      within: /^\/company\/(create\/|edit\/)?tender\b(?!\/(letter|preview))/,
    },
    {
      to: '/company/tender/letters/jobs',
      key: 'letters',
      icon: MailIcon,
      within: /^\/company\/\w+\/(letter|preview)/,
    },
    { to: '/company/profile', key: 'companyProfile', icon: Building2Icon },
    {
      to: '/company/create/tender',
      key: 'createTender',
      icon: PlusIcon,
      privilege: 'MANAGE_JOB',
      paletteOnly: true,
    },
  ],
  [
    {
      to: '/buyer/user/users',
      key: 'users',
      icon: UsersIcon,
      within: /^\/(buyer\/user|company\/(users|roles|create\/(user|role)))\b/,
      privilege: 'MANAGE_USER',
    },
  ],
]
