import type { NavGroup } from '@zabuni/boot/navigation'
import { HouseIcon } from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/company/landing', key: 'dashboard', icon: HouseIcon }],
]
