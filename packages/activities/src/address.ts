import { fill } from '@zabuni/routing/path'
import type { Row } from '@zabuni/routing/row'
import { PARAMS, type Param } from './slots.ts'
import type { Place } from './table.ts'

declare const address: unique symbol
/** An address of a screen that is there. There is none of a screen that is not: that is null, and never text. */
export type Address = string & { readonly [address]: true }

/** Where every screen of an app is found. */
export type StreetMap = ReadonlyMap<string, string>

const key = (of: string, slot: string) => `${of}/${slot}`

/** The map of an app, made of its own rows: an address exists exactly where the screen does. */
export const mapOf = (rows: readonly Row[]): StreetMap => {
  const map = new Map<string, string>()
  for (const { path, handle } of rows) {
    const place = handle as Place | undefined
    if (place?.of === undefined || place.alias) continue
    const put = (of: string, at: string) => {
      const name = key(of, place.slot)
      if (map.has(name)) throw new Error(`${name} is at ${map.get(name)} and at ${at}`)
      map.set(name, at)
    }
    put(place.of, path)
    for (const of of place.and ?? []) put(of, `${path}?activity=${of}`)
  }
  return map
}

/** How a query names a parameter. */
export const queryName = (param: Param): string => param.replace(/Id$/, '')

/**
 * The address of a screen, or null where there is none, so that links hide themselves. A screen that the activity
 * lacks may be one that the desk has for all. Some paths of the specification leave out what their screens need,
 * such as the category: it stands in the query.
 */
export const addressOf = (
  map: StreetMap,
  of: string,
  slot: string,
  values: Readonly<Partial<Record<Param, string | undefined>>> = {},
): Address | null => {
  const found = map.get(key(of, slot)) ?? map.get(key('', slot))
  if (!found) return null
  const [path = '', own] = found.split('?')
  const query = new URLSearchParams(own)
  for (const name of PARAMS) {
    const value = values[name]
    if (value && !path.split('/').includes(`:${name}`)) query.set(queryName(name), value)
  }
  const rest = query.size ? `?${query}` : ''
  return (fill(path, values) + rest) as Address
}

/** An address with what is asked of its screen, once or by several values, and the place on it; there is none of none. */
export const to = (
  base: Address | null,
  {
    query = {},
    hash,
  }: { query?: Readonly<Record<string, string | readonly string[] | undefined>>; hash?: string },
): Address | null => {
  if (base === null) return null
  const [path = '', before] = base.split('?')
  const asked = new URLSearchParams(before)
  for (const [name, value] of Object.entries(query)) {
    const given = [value ?? []].flat().filter(Boolean)
    if (given.length) asked.delete(name)
    for (const one of given) asked.append(name, one)
  }
  return `${path}${asked.size ? `?${asked}` : ''}${hash ? `#${hash}` : ''}` as Address
}

/** The address of a place as the server names it: `of/slot?ids`; what begins with a slash is one already. */
export const placed = (map: StreetMap, place: string): string | null => {
  if (place.startsWith('/')) return place
  const [at = '', query] = place.split('?')
  const [of = '', slot = ''] = at.split('/')
  const shown = new URLSearchParams(query)
  const values = Object.fromEntries(
    PARAMS.map((name) => [name, shown.get(queryName(name)) ?? undefined]),
  )
  return addressOf(map, of, slot, values)
}
