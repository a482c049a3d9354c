import { auctionRows } from '@zabuni/auctions/routes'
import { activityLines, type NavGroup, type Navigation } from '@zabuni/boot/navigation'
import { evaluationRows } from '@zabuni/evaluation/routes'
import { reportRows } from '@zabuni/figures/routes'
import { projectRows } from '@zabuni/project/routes'
import { sourcingRows } from '@zabuni/sourcing/routes'
import { taskRows } from '@zabuni/tasks/routes'
import {
  ActivityIcon,
  ArchiveIcon,
  ArchiveRestoreIcon,
  ArrowLeftIcon,
  BadgeCheckIcon,
  BookOpenIcon,
  Building2Icon,
  CalendarIcon,
  ChartColumnIcon,
  ClipboardListIcon,
  FileSignatureIcon,
  HeartHandshakeIcon,
  HouseIcon,
  LayersIcon,
  LayoutTemplateIcon,
  ListChecksIcon,
  MailIcon,
  PiggyBankIcon,
  PlusIcon,
  RadioTowerIcon,
  ScaleIcon,
  SendIcon,
  ShieldAlertIcon,
  ShieldCheckIcon,
  ShieldOffIcon,
  SmartphoneIcon,
  TagsIcon,
  TextQuoteIcon,
  TruckIcon,
  Undo2Icon,
  UsersIcon,
} from 'lucide-react'

const usual: readonly NavGroup[] = [
  [{ to: '/zabuni/landing', key: 'dashboard', icon: HouseIcon }],
  [
    { to: '/zabuni/livejobs', key: 'liveJobs', icon: RadioTowerIcon },
    { to: '/zabuni/buyers', key: 'buyers', icon: Building2Icon, privilege: 'MANAGE_JOB' },
    {
      to: '/zabuni/suppliers',
      key: 'suppliers',
      icon: TruckIcon,
      within:
        /^\/zabuni\/(suppliers(?!\/categories)|supplier\/(update|categories)|subscribed_suppliers|run_registered)/,
    },
    { to: '/zabuni/suppliers/categories', key: 'supplierCategories', icon: LayersIcon },
    {
      to: '/zabuni/special_group_suppliers',
      key: 'specialGroupSuppliers',
      icon: BadgeCheckIcon,
      within: /^\/zabuni\/(special_group_suppliers|supplier\/validate)/,
    },
    {
      to: '/zabuni/bidwithdrawals',
      key: 'withdrawals',
      icon: Undo2Icon,
      privilege: 'MANAGE_SUPPLIER',
    },
    {
      to: '/zabuni/subscribed_suppliers',
      key: 'subscribedSuppliers',
      icon: LayersIcon,
      paletteOnly: true,
    },
    {
      to: '/zabuni/run_registered_suppliers/list',
      key: 'registeredSuppliers',
      icon: TruckIcon,
      paletteOnly: true,
    },
  ],
  [
    {
      to: '/zabuni/payment_reconciliation',
      key: 'paymentReconciliation',
      icon: ScaleIcon,
      within:
        /^\/zabuni\/((prequal\/)?payment[_/]reconciliation|payment_(statements|refunds|disputes|payouts|totals))/,
    },
    {
      to: '/zabuni/payment-management/mpesa',
      key: 'mpesaPayments',
      icon: SmartphoneIcon,
      privilege: 'VIEW_REPORT',
    },
    { to: '/zabuni/savings', key: 'savings', icon: PiggyBankIcon, privilege: 'VIEW_REPORT' },
  ],
  [
    ...activityLines([
      ...sourcingRows('operator'),
      ...auctionRows('operator'),
      ...evaluationRows('operator'),
      ...reportRows('operator'),
      ...taskRows('operator'),
      ...projectRows('operator'),
    ]),
    {
      to: '/zabuni/supplier-lists',
      key: 'supplierLists',
      icon: ListChecksIcon,
      privilege: 'MANAGE_JOB',
    },
    {
      to: '/zabuni/procurement-plans',
      key: 'procurementPlans',
      icon: ClipboardListIcon,
      privilege: 'MANAGE_JOB',
      within: ({ slot }) => slot.startsWith('procurement'),
    },
    {
      to: '/zabuni/project_management/create_gantt_chart',
      key: 'plans',
      icon: LayersIcon,
      privilege: 'MANAGE_JOB',
      within: ({ of, slot }) => of === 'project_management' && slot.startsWith('plan'),
    },
    {
      to: '/zabuni/project_management/meetings',
      key: 'meetings',
      icon: CalendarIcon,
      privilege: 'MANAGE_JOB',
      within: ({ of, slot }) => of === 'project_management' && slot.startsWith('meeting'),
    },
    {
      to: '/zabuni/contracts/sections',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/zabuni\/contracts\b/,
      privilege: 'MANAGE_CONTRACT',
    },
  ],
  [
    {
      to: '/zabuni/user/users',
      key: 'users',
      icon: UsersIcon,
      within: /^\/zabuni\/user\b/,
      privilege: 'MANAGE_USER',
    },
    {
      to: '/zabuni/emails/analyze/outgoing',
      key: 'emails',
      icon: SendIcon,
      privilege: 'MANAGE_DOCUMENTS',
    },
    {
      to: '/zabuni/email-templates',
      key: 'emailTemplates',
      icon: MailIcon,
      privilege: 'MANAGE_DOCUMENTS',
    },
    {
      to: '/zabuni/archive/buyers',
      key: 'archive',
      icon: ArchiveIcon,
      within: /^\/zabuni\/archive\//,
      privilege: 'MANAGE_DOCUMENTS',
    },
    {
      to: '/zabuni/archive_management/jobs',
      key: 'archiveManagement',
      icon: ArchiveRestoreIcon,
      privilege: 'MANAGE_DOCUMENTS',
    },
    {
      to: '/zabuni/platform',
      key: 'platform',
      icon: ActivityIcon,
      privilege: 'MANAGE_DOCUMENTS',
    },
  ],
  [
    { to: '/zabuni/category_types', key: 'categoryTypes', icon: TagsIcon },
    { to: '/zabuni/special-groups', key: 'specialGroups', icon: HeartHandshakeIcon },
    {
      to: '/zabuni/reference-data/cpv',
      key: 'referenceData',
      icon: BookOpenIcon,
      within: /^\/zabuni\/reference-data\//,
    },
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

/** The desk of risks has its own lines, as the specification has it (ruling 50). */
const risks: readonly NavGroup[] = [
  [{ to: '/zabuni/landing', key: 'allWork', icon: ArrowLeftIcon }],
  [
    { to: '/zabuni/risk_management/dashboard', key: 'riskDashboard', icon: ShieldAlertIcon },
    {
      to: '/zabuni/risk_management/buyers',
      key: 'buyers',
      icon: Building2Icon,
      privilege: 'MANAGE_JOB',
    },
    {
      to: '/zabuni/risk_management/list',
      key: { activity: 'risk_management', word: 'list' },
      icon: ShieldCheckIcon,
      privilege: 'MANAGE_JOB',
      within: ({ slot }) => !/^risk|^list$|^buyers$|^plan|^meeting/.test(slot),
    },
    {
      to: '/zabuni/risk_management/project_management/create_gantt_chart',
      key: 'plans',
      icon: LayersIcon,
      privilege: 'MANAGE_JOB',
      within: ({ slot }) => slot.startsWith('plan'),
    },
    {
      to: '/zabuni/risk_management/project_management/meetings',
      key: 'meetings',
      icon: CalendarIcon,
      privilege: 'MANAGE_JOB',
      within: ({ slot }) => slot.startsWith('meeting'),
    },
  ],
]

/** So has the desk of contracts. */
const contracts: readonly NavGroup[] = [
  [{ to: '/zabuni/landing', key: 'allWork', icon: ArrowLeftIcon }],
  [
    {
      to: '/zabuni/contracts/dashboard',
      key: 'dashboard',
      icon: ChartColumnIcon,
      privilege: 'MANAGE_CONTRACT',
    },
    {
      to: '/zabuni/contracts/buyer/list',
      key: 'contracts',
      icon: FileSignatureIcon,
      within: /^\/zabuni\/contracts\/(?!sections|templates|dashboard)/,
      privilege: 'MANAGE_CONTRACT',
    },
    {
      to: '/zabuni/contracts/sections',
      key: 'clauses',
      icon: TextQuoteIcon,
      privilege: 'MANAGE_CONTRACT',
    },
    {
      to: '/zabuni/contracts/templates',
      key: 'contractTemplates',
      icon: LayoutTemplateIcon,
      privilege: 'MANAGE_CONTRACT',
    },
  ],
]

/** The side navigation, grouped as people work. */
export const navigation: Navigation = { usual, own: { risk_management: risks, contracts } }
