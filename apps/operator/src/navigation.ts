import type { NavGroup } from '@zabuni/boot/navigation'
import { HouseIcon, PlusIcon, ScrollTextIcon } from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/zabuni/landing', key: 'dashboard', icon: HouseIcon }],
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
]
