import type { NavGroup } from '@zabuni/boot/navigation'
import {
  FileCheckIcon,
  FileSignatureIcon,
  HouseIcon,
  LayoutTemplateIcon,
  PenLineIcon,
  TagsIcon,
  TextQuoteIcon,
} from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/contract-management/dashboard', key: 'dashboard', icon: HouseIcon }],
  [
    {
      to: '/contract-management/edit',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/contract-management\/create\b/,
    },
    { to: '/contract-management/approval', key: 'approvals', icon: FileCheckIcon },
    { to: '/contract-management/signature', key: 'signatures', icon: PenLineIcon },
  ],
  [
    { to: '/contract-management/sections', key: 'clauses', icon: TextQuoteIcon },
    { to: '/contract-management/templates', key: 'contractTemplates', icon: LayoutTemplateIcon },
    { to: '/contract-management/categories', key: 'contractCategories', icon: TagsIcon },
  ],
]
