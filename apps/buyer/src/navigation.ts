import { activityLines, type NavGroup } from '@zabuni/boot/navigation'
import { evaluationRows } from '@zabuni/evaluation/routes'
import { reportRows } from '@zabuni/figures/routes'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { taskRows } from '@zabuni/tasks/routes'
import {
  Building2Icon,
  ChartColumnIcon,
  FileTextIcon,
  FolderIcon,
  HandIcon,
  HeartHandshakeIcon,
  HouseIcon,
  ListChecksIcon,
  MailIcon,
  MapPinIcon,
  RadioTowerIcon,
  ShieldOffIcon,
  UsersIcon,
} from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [
    { to: '/company/landing', key: 'home', icon: HouseIcon },
    {
      to: '/buyer/dashboard',
      key: 'dashboard',
      icon: ChartColumnIcon,
      within: /^\/buyer\/results\b/,
    },
    { to: '/buyer/livejobs', key: 'liveJobs', icon: RadioTowerIcon },
    { to: '/buyer/ourjobs', key: 'ourJobs', icon: FolderIcon },
    { to: '/buyer/bidders', key: 'bidders', icon: HandIcon },
  ],
  [
    ...activityLines([
      ...sourcingRows('buyer'),
      ...evaluationRows('buyer'),
      ...reportRows('buyer'),
      ...taskRows('buyer'),
    ]),
    {
      to: '/company/decisions',
      key: 'decisions',
      icon: MailIcon,
      within: /^\/company\/[\w-]+\/(letters?|preview|award)\//,
    },
    { to: '/company/supplier-lists', key: 'supplierLists', icon: ListChecksIcon },
    { to: '/company/profile', key: 'companyProfile', icon: Building2Icon },
  ],
  [
    {
      to: '/buyer/user/users',
      key: 'users',
      icon: UsersIcon,
      within: /^\/(buyer\/user|company\/(users|roles|create\/(user|role)))\b/,
      privilege: 'MANAGE_USER',
    },
    { to: '/company/branches', key: 'branches', icon: MapPinIcon },
    { to: '/company/special-groups', key: 'specialGroups', icon: HeartHandshakeIcon },
    { to: '/company/document-templates', key: 'documentTemplates', icon: FileTextIcon },
    {
      to: '/company/blacklisted/suppliers',
      key: 'blacklist',
      icon: ShieldOffIcon,
      privilege: 'BLACKLIST_SUPPLIERS',
    },
  ],
]
