import { useTranslation } from '@zabuni/i18n'
import type { Guard, Privilege } from '@zabuni/routing/guard'
import { fill } from '@zabuni/routing/path'
import { useMatches } from 'react-router'

/** The kinds of jobs that suppliers answer by a bid. */
export const ACTIVITIES = [
  'prequalification',
  'expression_of_interest',
  'supplier_registration',
  'tender',
  'rfq',
  'asset_disposal',
  'risk_management',
] as const
/** One of them. */
export type Activity = (typeof ACTIVITIES)[number]
/** Whether the server's word is one of them; auctions have screens of their own. */
export const isActivity = (value: string): value is Activity =>
  (ACTIVITIES as readonly string[]).includes(value)

/** A kind of screen; the same file serves it for every activity. */
export type Slot =
  | 'questions'
  | 'ordered'
  | 'dashboard'
  | 'instructions'
  | 'bid'
  | 'financial'
  | 'advanced'
  | 'template'
  | 'preview'

const guard = (privilege?: Privilege): Guard =>
  privilege ? { type: 'supplier', privilege } : { type: 'supplier' }
type Cell = { path: string; guard: Guard }
const at = (path: string, privilege?: Privilege): Cell => ({ path, guard: guard(privilege) })

/** Every path as the specification spells it: an activity differs from another by its row, never by code. */
export const PATHS: Record<Activity, Partial<Record<Slot, Cell>>> = {
  prequalification: {
    questions: at('/supplier/dashboard/company/:id/jobs/prequal/:categoryId/preview'),
    ordered: at('/supplier/prequal/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: at('/supplier/prequal/category/instructions/:categoryId', 'MANAGE_PREQUAL'),
    bid: at('/supplier/prequal/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: at('/supplier/prequal/preview/:categoryId', 'MANAGE_PREQUAL'),
  },
  expression_of_interest: {
    questions: at(
      '/supplier/dashboard/company/:id/jobs/expression_of_interest/:categoryId/preview',
    ),
    ordered: at('/supplier/expression_of_interest/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: at(
      '/supplier/expression_of_interest/category/instructions/:categoryId',
      'MANAGE_PREQUAL',
    ),
    bid: at('/supplier/expression_of_interest/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: at('/supplier/expression_of_interest/preview/:categoryId', 'MANAGE_PREQUAL'),
  },
  supplier_registration: {
    questions: at('/supplier/dashboard/company/:id/jobs/supplier_registration/:categoryId/preview'),
    ordered: at('/supplier/supplier-registration/ordered/categories', 'MANAGE_PREQUAL'),
    instructions: at(
      '/supplier/supplier-registration/category/instructions/:categoryId',
      'MANAGE_PREQUAL',
    ),
    bid: at('/supplier/supplier-registration/category/bid/:categoryId', 'MANAGE_PREQUAL'),
    preview: at('/supplier/supplier-registration/preview/:categoryId', 'MANAGE_PREQUAL'),
  },
  tender: {
    questions: at('/supplier/dashboard/company/:id/jobs/tender/:categoryId/preview'),
    ordered: at('/supplier/tender/ordered/categories', 'MANAGE_TENDER'),
    instructions: at('/supplier/tender/category/instructions/:categoryId', 'MANAGE_TENDER'),
    bid: at('/supplier/tender/category/bid/:categoryId', 'MANAGE_TENDER'),
    financial: at('/supplier/tender/category/financial/bid/:categoryId', 'MANAGE_TENDER'),
    advanced: at('/supplier/tender/category/financial/bid/advanced/:categoryId', 'MANAGE_TENDER'),
    template: at(
      '/supplier/tender/item/template/generation/progress/:categoryId/:taskId',
      'MANAGE_TENDER',
    ),
    preview: at('/supplier/tender/preview/:categoryId', 'MANAGE_TENDER'),
  },
  rfq: {
    ordered: at('/supplier/list/rfqs', 'MANAGE_RFQ'),
    financial: at('/supplier/apply/rfq/:categoryId', 'MANAGE_RFQ'),
    advanced: at('/supplier/apply/rfq/advanced/:categoryId', 'MANAGE_RFQ'),
    template: at('/supplier/rfq/item/template/generation/progress/:categoryId/:taskId'),
  },
  asset_disposal: {
    ordered: at('/supplier/asset/ordered/categories', 'MANAGE_ASSET_DISPOSAL'),
    instructions: at('/supplier/asset/category/instructions/:categoryId', 'MANAGE_ASSET_DISPOSAL'),
    bid: at('/supplier/asset/category/bid/:categoryId', 'MANAGE_ASSET_DISPOSAL'),
    financial: at('/supplier/asset/job/basic/:categoryId'),
    advanced: at('/supplier/asset/job/:categoryId'),
    template: at('/supplier/asset/item/template/generation/progress/:categoryId/:taskId'),
  },
  risk_management: {
    ordered: at('/supplier/risk_management/jobs'),
    dashboard: at('/supplier/risk_management/dashboard'),
    instructions: at('/supplier/risk_management/category/instructions/:categoryId'),
    bid: at('/supplier/risk_management/category/bid/:categoryId'),
    preview: at('/supplier/risk_management/preview/:categoryId'),
  },
}

type Values = { categoryId?: string; id?: string; taskId?: string }
/** The address of a screen, or null where the activity has none: its links then hide themselves. */
export const hrefOf = (activity: string, slot: Slot, values: Values = {}): string | null => {
  const cell = isActivity(activity) ? PATHS[activity][slot] : undefined
  return cell ? fill(cell.path as '/:categoryId', values as { categoryId: string }) : null
}

/** Where a person goes on with a bid: questions first, prices where there are only prices. */
export const bidHref = (activity: string, categoryId: string): string | null =>
  hrefOf(activity, 'bid', { categoryId }) ?? hrefOf(activity, 'financial', { categoryId })

/** Where a category can be looked at before taking part; without a preview of its own, where the bid would be. */
export const lookHref = (activity: string, company: string, categoryId: string): string | null =>
  hrefOf(activity, 'questions', { id: company, categoryId }) ?? bidHref(activity, categoryId)

/** What a row of the table says of itself. */
export type Handle = { activity: Activity; slot: Slot }
/** The activity and the kind of the screen that is shown. */
export const useSlot = (): Handle => {
  const handle = useMatches().at(-1)?.handle as Handle | undefined
  if (!handle) throw new Error('A screen of the path table outside of it')
  return handle
}

/** The name of an activity; what the server calls a word of its own stays as it is. */
export const useActivityName = (): ((activity: string) => string) => {
  const { t } = useTranslation('bidding')
  return (activity) => (isActivity(activity) ? t(`activity.${activity}`) : activity)
}
