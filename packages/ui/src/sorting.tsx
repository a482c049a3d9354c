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

type Column = { id?: string | undefined }
type Accessor = (row: unknown, at: number) => unknown

/** What a column reads of a row, or makes of it; nothing where it only draws, such as acts. */
const readOf = (column: Column): Accessor | undefined => {
  if ('accessorFn' in column) return column.accessorFn as Accessor
  if ('accessorKey' in column) return (row) => (row as Record<string, unknown>)[columnKey(column)]
  return undefined
}

/** Whether these rows can be put in the order of a column: each has one plain value there. */
export const canSort = (column: Column, rows: readonly unknown[]): boolean => {
  const value = readOf(column)
  return (
    !!value &&
    rows.every((row, at) => {
      const is = value(row, at)
      return is === null || typeof is !== 'object'
    })
  )
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** Rows in the order of a column; what has no value stands last either way. Only for a list that is here whole. */
export const sorted = <T extends RowData>(
  rows: readonly T[],
  [by]: SortingState,
  columns: readonly Column[],
  language: string,
): readonly T[] => {
  const column = by && columns.find((c) => columnKey(c) === by.id)
  const value = column && readOf(column)
  if (!by || !value) return rows
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one, 0), value(other, 0)]
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
    const [x, y] = [String(a), String(b)]
    const order =
      isWire(x) && isWire(y) ? Number(more(x, y)) - Number(more(y, x)) : collator.compare(x, y)
    return by.desc ? -order : order
  })
}
