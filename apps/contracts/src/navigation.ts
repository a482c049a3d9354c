import type { NavGroup } from '@zabuni/boot/navigation'
import {
  ArchiveIcon,
  FileChartColumnIcon,
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
    {
      to: '/contract-management/archival/view',
      key: 'archive',
      icon: ArchiveIcon,
      within: /^\/contract-management\/archival\b/,
    },
    {
      to: '/contract-management/reports',
      key: 'riskReports',
      icon: FileChartColumnIcon,
      within: /^\/contract-management\/report\b/,
      privilege: 'VIEW_REPORT',
    },
  ],
  [
    { to: '/contract-management/sections', key: 'clauses', icon: TextQuoteIcon },
    { to: '/contract-management/templates', key: 'contractTemplates', icon: LayoutTemplateIcon },
    { to: '/contract-management/categories', key: 'contractCategories', icon: TagsIcon },
  ],
]
