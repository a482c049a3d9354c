import type { RowData, SortingState } from '@tanstack/react-table'
import { isWire, more } from '@zabuni/i18n/decimal'

/** The name of a column, by which it is hidden and sorted. */
export const columnKey = (column: { id?: string | undefined }): string =>
  column.id ?? String((column as { accessorKey?: string }).accessorKey ?? '')

/** The order that an address asks for: "name", or "-name" from the end. */
export const sortingOf = (text: string): SortingState =>
  text ? [{ id: text.replace(/^-/, ''), desc: text.startsWith('-') }] : []

/** An order as the address holds it. */
export const textOf = ([by]: SortingState): string => (by ? `${by.desc ? '-' : ''}${by.id}` : '')

/** Whether these rows can be put in the order of a column: each has one plain value there. */
export const canSort = (column: { id?: string | undefined }, rows: readonly unknown[]): boolean =>
  'accessorKey' in column &&
  rows.every((row) => {
    const value = (row as Record<string, unknown>)[columnKey(column)]
    return value === null || typeof value !== 'object'
  })

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** Rows in the order of a column; what has no value stands last either way. Only for a list that is here whole. */
export const sorted = <T extends RowData>(
  rows: readonly T[],
  [by]: SortingState,
  language: string,
): readonly T[] => {
  if (!by) return rows
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const value = (row: T) => (row as Record<string, unknown>)[by.id]
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
    const [x, y] = [String(a), String(b)]
    const order =
      isWire(x) && isWire(y) ? Number(more(x, y)) - Number(more(y, x)) : collator.compare(x, y)
    return by.desc ? -order : order
  })
}
