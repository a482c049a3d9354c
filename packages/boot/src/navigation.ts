import { ACTIVITIES, type Activity } from '@zabuni/activities/activity'
import type { Place } from '@zabuni/activities/table'
import type { Word } from '@zabuni/activities/ui/words'
import type { Common } from '@zabuni/i18n'
import type { Privilege } from '@zabuni/routing/guard'
import type { Row } from '@zabuni/routing/row'
import {
  BadgeCheckIcon,
  GavelIcon,
  HandIcon,
  type LucideIcon,
  PlusIcon,
  ReceiptTextIcon,
  ShieldAlertIcon,
  TagIcon,
  TrendingDownIcon,
  TrendingUpIcon,
  UserPlusIcon,
} from 'lucide-react'

/** The words a navigation may use. */
type NavKey = Exclude<keyof Common['nav'], 'label' | 'groups'>

/** One line of the side navigation; hidden from people without the privilege. */
export type NavItem = {
  to: string
  /** What it is called: a key of common.nav, or a word of an activity. */
  key: NavKey | { activity: Activity; word: Word }
  icon: LucideIcon
  privilege?: Privilege | undefined
  /** Hidden while the company lacks the module. */
  module?: string | undefined
  /** Addresses and screens that belong to this line though they do not begin with its own address. */
  within?: RegExp | ((place: Place) => boolean)
  /** Found by typing in the palette, not shown in the side navigation. */
  paletteOnly?: true
}
/** Lines that belong together. */
export type NavGroup = readonly NavItem[]
/** What has a side navigation of its own. */
type Own = Activity | 'contracts'
/** The side navigation of an app, and of the desks that have one of their own. */
export type Navigation = {
  usual: readonly NavGroup[]
  own?: Readonly<Partial<Record<Own, readonly NavGroup[]>>>
}

/** The lines that a screen stands beside. */
export const besides = ({ usual, own = {} }: Navigation, of: string | undefined) =>
  own[of as Own] ?? usual

const ICONS: Readonly<Record<Activity, LucideIcon>> = {
  prequalification: BadgeCheckIcon,
  expression_of_interest: HandIcon,
  tender: GavelIcon,
  rfq: ReceiptTextIcon,
  asset_disposal: TagIcon,
  supplier_registration: UserPlusIcon,
  risk_management: ShieldAlertIcon,
  reverse_auction: TrendingDownIcon,
  forward_auction: TrendingUpIcon,
}

/** Where the work on an activity begins: with a desk of its own, with whose it is, with its jobs, with one's bids. */
const BEGINNINGS = ['riskDashboard', 'buyers', 'list', 'ordered'] as const

/** The lines of the activities, made of the screens that an app has of them; each line asks what its screen asks. */
export const activityLines = (rows: readonly Row[]): NavItem[] => {
  const placed = rows.flatMap((row) => {
    const place = row.handle as Place | undefined
    if (!place?.of || place.alias) return []
    const { and = [] } = place
    return [
      { ...row, ...place },
      ...and.map((of) => ({ ...row, ...place, of, path: `${row.path}?activity=${of}` })),
    ]
  })
  return ACTIVITIES.flatMap((activity) => {
    const mine = placed.filter((row) => row.of === activity)
    const slots = new Set(mine.map((row) => row.slot))
    const line = (slot: string | undefined, item: Pick<NavItem, 'key' | 'icon'>): NavItem[] =>
      mine
        .filter((row) => row.slot === slot)
        .map(({ path, guard }) => ({
          to: path,
          ...item,
          ...(typeof guard === 'object' && { privilege: guard.privilege, module: guard.module }),
        }))
    const begins = line(
      BEGINNINGS.find((slot) => slots.has(slot)),
      { key: { activity, word: 'list' }, icon: ICONS[activity] },
    )
    const creates = line('create', { key: { activity, word: 'create' }, icon: PlusIcon })
    return [
      ...begins.map((item) => ({
        ...item,
        within: (at: Place) => at.of === activity && slots.has(at.slot),
      })),
      ...creates.map((item) => ({ ...item, paletteOnly: true as const })),
    ]
  })
}
