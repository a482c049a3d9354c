import type { Schemas } from '@zabuni/api/desk'
import { short } from '@zabuni/i18n/decimal'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import type { Choice } from '@zabuni/ui/combobox'

/** A step that a category may do without. */
export type Step = Schemas['ActivityPolicy']['optional'][number]
/** What the form of a category holds: all as typed. */
export type CategoryValues = {
  name: string
  number: string
  category_type_id: Choice | null
  group: string
  description: string
  instructions: string
  currency: string
  bid_fee: string
  estimate: string
  opens_at: string
  closes_at: string
  pass_mark: string
  technical_weight: string
  financial_weight: string
  price_formula: string
  openers: string
  invited_only: boolean
  /** A special group of the platform; empty: none. */
  reserved_for: string
  /** Optional steps that it does without. */
  without: Step[]
}

const DAY = 86_400_000
const USUAL_DAYS = 14

/** A new category's dates: from tomorrow morning for as long as the regime asks, to the end of a working day. */
export const usualDates = (now: number, minDays: number, zone: string) => {
  const day = (offset: number) =>
    toWall(new Date(now + offset * DAY).toISOString(), zone).slice(0, 10)
  return {
    opens_at: `${day(1)}T08:00`,
    closes_at: `${day(1 + Math.max(minDays, USUAL_DAYS))}T17:00`,
  }
}

const zero = (text: string) => (/^[0.]*$/.test(text) ? '' : short(text))

/** The values of a category that exists, or the usual ones of a new one. */
export const valuesOf = (
  c: Schemas['CategoryDetails'] | null,
  fresh: {
    zone: string
    currency: string
    openers: number
    without: readonly Step[]
    minDays: number
    now: number
  },
): CategoryValues => ({
  name: c?.name ?? '',
  number: c?.number ?? '',
  category_type_id: c?.category_type_id ? { id: c.category_type_id, name: c.category_type } : null,
  group: c?.group ?? '',
  description: c?.description ?? '',
  instructions: c?.instructions ?? '',
  currency: c?.currency ?? fresh.currency,
  bid_fee: zero(c?.bid_fee ?? ''),
  estimate: c?.estimate ? short(c.estimate) : '',
  ...(c
    ? { opens_at: toWall(c.opens_at, fresh.zone), closes_at: toWall(c.closes_at, fresh.zone) }
    : usualDates(fresh.now, fresh.minDays, fresh.zone)),
  pass_mark: short(c?.pass_mark ?? '70'),
  technical_weight: short(c?.technical_weight ?? '70'),
  financial_weight: short(c?.financial_weight ?? '30'),
  price_formula: c?.price_formula ?? 'rel',
  openers: String(c?.openers ?? fresh.openers),
  invited_only: c?.invited_only ?? false,
  reserved_for: c?.reserved_for ?? '',
  without: [...(c?.without ?? fresh.without)],
})

/** What a category has besides its common fields: without an optional step it lacks that step's too. */
export const fieldsOf = (
  policy: Pick<Schemas['ActivityPolicy'], 'fields' | 'lacking'>,
  without: readonly Step[],
): string[] => {
  const gone = without.flatMap((step) => policy.lacking[step] ?? [])
  return policy.fields.filter((field) => !gone.includes(field))
}

/** The values as the server takes them; what is empty, or not a field of the activity, is left out. */
export const bodyOf = (
  v: CategoryValues,
  fields: readonly string[],
  zone: string,
): Schemas['CategoryForm'] => {
  const own = {
    bid_fee: v.bid_fee,
    estimate: v.estimate,
    reserved_for: v.reserved_for,
    pass_mark: v.pass_mark,
    technical_weight: v.technical_weight,
    financial_weight: v.financial_weight,
    price_formula: v.price_formula,
  }
  return {
    name: v.name,
    number: v.number,
    ...(v.category_type_id ? { category_type_id: v.category_type_id.id } : {}),
    group: v.group,
    description: v.description,
    instructions: v.instructions,
    currency: v.currency,
    opens_at: fromWall(v.opens_at, zone),
    closes_at: fromWall(v.closes_at, zone),
    ...(fields.includes('invited_only') ? { invited_only: v.invited_only } : {}),
    ...(fields.includes('without') ? { without: [...v.without] } : {}),
    ...(fields.includes('openers') ? { openers: Number(v.openers) } : {}),
    ...Object.fromEntries(
      Object.entries(own).filter(([name, value]) => value && fields.includes(name)),
    ),
  }
}
