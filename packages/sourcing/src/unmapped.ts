import type { Schemas } from '@zabuni/api/desk'

/** A part of an imported file that found no place. */
export type Place = Schemas['Unmapped']
/** The parts that were left for one reason. */
export type Left = { reason: string; places: readonly Place[] }

/** Why parts find no place: first what the author may have to set right, at the end what nobody misses. */
const REASONS = [
  'no_currency',
  'currency',
  'number',
  'shortened',
  'period',
  'no_lot',
  'same_lot',
  'wrong_type',
  'not_kept',
  'not_used',
  'translation',
  'party',
  'planning',
  'bid',
  'award',
  'contract',
  'package',
  'empty',
  'history',
] as const
/** One of them. */
type Reason = (typeof REASONS)[number]

/** The reason that has words of its own; another is a fault, which has them among the errors. */
export const reasonOf = (code: string): Reason | undefined => REASONS.find((r) => r === code)

const rank = (code: string) => {
  const reason = reasonOf(code)
  // What was wrong in the file itself comes before what was right and has no place.
  return reason ? REASONS.indexOf(reason) : -1
}

/** The parts by their reasons, what matters first; earlier versions of the same process stand apart. */
export const leftOut = (
  places: readonly Place[],
): { groups: readonly Left[]; history: readonly Place[] } => {
  const by = new Map<string, Place[]>()
  for (const place of places) {
    const same = by.get(place.reason)
    if (same) same.push(place)
    else by.set(place.reason, [place])
  }
  const history = by.get('history') ?? []
  by.delete('history')
  const groups = [...by].map(([reason, places]) => ({ reason, places }))
  return { groups: groups.sort((a, b) => rank(a.reason) - rank(b.reason)), history }
}
