import type { NavGroup } from '@zabuni/boot/navigation'
import { FileCheckIcon, FileSignatureIcon, HouseIcon } from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/contract-management/dashboard', key: 'dashboard', icon: HouseIcon }],
  [
    { to: '/contract-management/edit', key: 'contracts', icon: FileSignatureIcon },
    { to: '/contract-management/approval', key: 'approvals', icon: FileCheckIcon },
  ],
]
