import type { NavGroup } from '@zabuni/boot/navigation'
import { HouseIcon } from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/contract-management/dashboard', key: 'dashboard', icon: HouseIcon }],
]
