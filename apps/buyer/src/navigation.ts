import { auctionRows } from '@zabuni/auctions/routes'
import { activityLines, type NavGroup, type Navigation } from '@zabuni/boot/navigation'
import { evaluationRows } from '@zabuni/evaluation/routes'
import { reportRows } from '@zabuni/figures/routes'
import { projectRows } from '@zabuni/project/routes'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { taskRows } from '@zabuni/tasks/routes'
import {
  ArchiveIcon,
  ArrowLeftIcon,
  Building2Icon,
  CalendarIcon,
  ChartColumnIcon,
  ClipboardListIcon,
  FileChartColumnIcon,
  FileCheckIcon,
  FileSignatureIcon,
  FileTextIcon,
  FolderIcon,
  HandIcon,
  HandshakeIcon,
  HeartHandshakeIcon,
  HouseIcon,
  LayoutTemplateIcon,
  ListChecksIcon,
  MailIcon,
  MapPinIcon,
  PiggyBankIcon,
  RadioTowerIcon,
  ReceiptTextIcon,
  ShieldAlertIcon,
  ShieldCheckIcon,
  ShieldOffIcon,
  TextQuoteIcon,
  TruckIcon,
  UsersIcon,
} from 'lucide-react'

const usual: readonly NavGroup[] = [
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
    { to: '/buyer/savings', key: 'savings', icon: PiggyBankIcon },
    { to: '/buyer/payments', key: 'fees', icon: ReceiptTextIcon, privilege: 'VIEW_REPORT' },
  ],
  [
    ...activityLines([
      ...sourcingRows('buyer'),
      ...auctionRows('buyer'),
      ...evaluationRows('buyer'),
      ...reportRows('buyer'),
      ...taskRows('buyer'),
      ...projectRows('buyer'),
    ]),
    {
      to: '/company/decisions',
      key: 'decisions',
      icon: MailIcon,
      within: /^\/company\/[\w-]+\/(letters?|preview|award)\//,
    },
    {
      to: '/company/supplier_world/search/supplier',
      key: 'suppliers',
      icon: TruckIcon,
      within: ({ slot }) => slot.startsWith('world'),
    },
    { to: '/company/supplier-lists', key: 'supplierLists', icon: ListChecksIcon },
    {
      to: '/company/procurement-plans',
      key: 'procurementPlans',
      icon: ClipboardListIcon,
      privilege: 'MANAGE_JOB',
      within: ({ slot }) => slot.startsWith('procurement'),
    },
    {
      to: '/company/project_management/approved_gantt_chart',
      key: 'plans',
      icon: FileChartColumnIcon,
      within: ({ of, slot }) => of === 'project_management' && slot.startsWith('plan'),
    },
    {
      to: '/company/project_management/meetings',
      key: 'meetings',
      icon: CalendarIcon,
      within: ({ of, slot }) => of === 'project_management' && slot.startsWith('meeting'),
    },
    {
      to: '/buyer/contracts/supplier/contracts',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/buyer\/contracts\b/,
      module: 'contracts',
    },
    {
      to: '/company/archive/jobs',
      key: 'archive',
      icon: ArchiveIcon,
      within: /^\/company\/archive\b/,
      module: 'archive',
    },
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

/** The desk of risks has its own lines, as the specification has it (ruling 50). */
const risks: readonly NavGroup[] = [
  [{ to: '/company/landing', key: 'allWork', icon: ArrowLeftIcon }],
  [
    { to: '/company/risk_management/dashboard', key: 'riskDashboard', icon: ShieldAlertIcon },
    {
      to: '/company/risk_management/risks',
      key: 'riskRegister',
      icon: ListChecksIcon,
      within: ({ slot }) => ['risk', 'riskCreate', 'riskEdit'].includes(slot),
    },
    { to: '/company/risk_management/suppliers/', key: 'riskSuppliers', icon: TruckIcon },
    {
      to: '/company/risk_management/project_management/approved_gantt_chart',
      key: 'plans',
      icon: ChartColumnIcon,
      within: ({ slot }) => slot.startsWith('plan'),
    },
    {
      to: '/company/risk_management/project_management/meetings',
      key: 'meetings',
      icon: CalendarIcon,
      within: ({ slot }) => slot.startsWith('meeting'),
    },
  ],
  [
    {
      to: '/company/risk_management/list',
      key: { activity: 'risk_management', word: 'list' },
      icon: ShieldCheckIcon,
      within: ({ slot }) => !/^risk|^list$|^reports|^plan|^meeting/.test(slot),
    },
    { to: '/company/risk_management/livejobs/', key: 'liveJobs', icon: RadioTowerIcon },
    { to: '/company/risk_management/ourjobs/', key: 'ourJobs', icon: FolderIcon },
    {
      to: '/company/risk_management/reports/list',
      key: 'riskReports',
      icon: FileChartColumnIcon,
      within: ({ slot }) => slot.startsWith('report'),
    },
  ],
]

/** So has the desk of contracts. */
const contracts: readonly NavGroup[] = [
  [{ to: '/company/landing', key: 'allWork', icon: ArrowLeftIcon }],
  [
    { to: '/buyer/contracts/dashboard', key: 'dashboard', icon: ChartColumnIcon },
    {
      to: '/buyer/contracts/supplier/contracts',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/buyer\/contracts\/supplier\/contract\b/,
    },
    {
      to: '/buyer/contracts/supplier/jobs',
      key: 'ourJobs',
      icon: FolderIcon,
      within: /^\/buyer\/contracts\/supplier\/(?!contracts?\b)/,
    },
    {
      to: '/buyer/contracts/qed',
      key: 'platformContracts',
      icon: HandshakeIcon,
      within: /^\/buyer\/contracts\/qed\b/,
    },
    { to: '/company/approvers/supplier_contracts', key: 'contractApprovers', icon: FileCheckIcon },
    { to: '/buyer/contracts/sections', key: 'clauses', icon: TextQuoteIcon },
    { to: '/buyer/contracts/templates', key: 'contractTemplates', icon: LayoutTemplateIcon },
  ],
]

/** The side navigation, grouped as people work. */
export const navigation: Navigation = { usual, own: { risk_management: risks, contracts } }
