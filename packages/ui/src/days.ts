const DAY = 86_400_000

/** What of a bar moves: all of it, or its end alone. */
export type Edge = 'all' | 'end'

/** A day, written 2026-11-21, as a count of days: between two of them lies no zone and no summer time. */
export const countOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY)
/** The day of such a count. */
export const dayOf = (count: number): string => new Date(count * DAY).toISOString().slice(0, 10)
/** Which day of the week it is; Monday is 1. */
export const weekday = (count: number): number => ((((count + 3) % 7) + 7) % 7) + 1
/** Whether a week begins with it. */
export const isMonday = (count: number): boolean => weekday(count) === 1

/** The days of a bar after it was moved; its end never comes before its beginning. */
export const movedBy = (
  bar: { start: string; end: string },
  edge: Edge,
  days: number,
): { start: string; end: string } => {
  const [start, end] = [countOf(bar.start), countOf(bar.end)]
  if (edge === 'end') return { start: bar.start, end: dayOf(Math.max(start, end + days)) }
  return { start: dayOf(start + days), end: dayOf(end + days) }
}
