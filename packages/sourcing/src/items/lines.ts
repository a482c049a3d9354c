import type { Schemas } from '@zabuni/api/desk'
import { sum } from '@zabuni/i18n/decimal'

type Item = Schemas['Item']
/** A line as it is typed. */
export type ItemValues = {
  number: string
  code: string
  description: string
  unit: string
  quantity: string
}

/** The number after the highest one, for a new line. */
export const nextNumber = (items: readonly Item[]): string =>
  String(items.reduce((most, i) => Math.max(most, Number.parseInt(i.number, 10) || 0), 0) + 1)

/** How many lines there are of each unit, and how much together: what a person checks against the file. */
export const totals = (
  items: readonly Item[],
): { unit: string; lines: number; quantity: string }[] => {
  const units = new Map<string, Item[]>()
  for (const item of items) units.set(item.unit, [...(units.get(item.unit) ?? []), item])
  return [...units]
    .map(([unit, of]) => ({ unit, lines: of.length, quantity: sum(of.map((i) => i.quantity)) }))
    .sort((a, b) => b.lines - a.lines)
}

/** How many lines a text out of a spreadsheet has; empty ones do not count. */
export const pastedLines = (text: string): number =>
  text.split(/\r?\n/).filter((line) => line.trim()).length

/** Whether a text comes out of a spreadsheet rather than off a keyboard. */
export const isSheet = (text: string): boolean => text.includes('\t') || pastedLines(text) > 1
