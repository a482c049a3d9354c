import type { App } from '@zabuni/api/transport'
import type { Privilege, UserType } from '@zabuni/routing/guard'
import type { ParamsOf } from '@zabuni/routing/path'
import type { LazyScreen, Row } from '@zabuni/routing/row'
import { isActivity, MODULE_OF } from './activity.ts'
import type { NamesOf, Params } from './slots.ts'

/** Whose side of the counter: each desk is an application. */
export type Desk = App

const TYPES: Record<Desk, UserType> = {
  supplier: 'supplier',
  buyer: 'buyer',
  operator: 'qed',
  contracts: 'temp',
}

/** Where one kind of screen of one activity is found, and what is asked of who opens it. */
export type Cell<P extends string = string> = { readonly path: P; readonly privilege?: Privilege }
/** A cell: the path as the specification spells it, literal, so that it can be searched for. */
export const cell = <const P extends string>(path: P, privilege?: Privilege): Cell<P> => ({
  path,
  ...(privilege ? { privilege } : {}),
})

/** The screens of one activity on one desk. */
export type Table<S> = { readonly [K in keyof S]?: Cell }
/** Tables by what they belong to: an activity, or '' where a desk has its screens once. */
export type Tables<S> = Readonly<Record<string, Table<S>>>

/** Keys whose path names a parameter that the slot does not know, or that are no slot at all. */
type Wrong<S, T> = {
  [K in keyof T as K extends keyof S
    ? T[K] extends Cell<infer P>
      ? [ParamsOf<P>] extends [NamesOf<S[K]>]
        ? never
        : K
      : K
    : K]: never
}
/** Writes tables of a domain's slots; only the wrong line is a compile error. */
export const table =
  <S extends { readonly [K in keyof S]: Params }>() =>
  <const T extends Readonly<Record<string, Cell>>>(cells: T & Wrong<S, T>): Table<S> =>
    cells as Table<S>

/** What a slot shows. */
export type Screen = {
  readonly screen: LazyScreen
  /** The operation without which the screen is of no use: nobody may open it who may not call that. */
  readonly operation?: string
}

/** What a screen of a table finds in its route's handle. */
export type Place = {
  readonly of: string
  readonly slot: string
  readonly alias?: true
  /** Activities that have the same path: the query says when one of them is meant. */
  readonly and?: readonly string[]
}

/** What a screen is of under an address, where several activities have its path. */
export const placeUnder = (place: Place | undefined, query: URLSearchParams): Place | undefined => {
  const asked = query.get('activity') ?? ''
  return place?.and?.includes(asked) ? { ...place, of: asked } : place
}

/** One row for all that have a path; the first is meant where the query says nothing. */
const merged = (rows: readonly Row[]): Row[] => {
  const out = new Map<string, Row>()
  for (const row of rows) {
    const first = out.get(row.path)
    if (!first) out.set(row.path, row)
    else {
      const at = first.handle as Place
      const and = [...(at.and ?? []), (row.handle as Place).of]
      out.set(row.path, { ...first, handle: { ...at, and } satisfies Place })
    }
  }
  return [...out.values()]
}

/** Every screen of a domain on one desk. */
export const rowsOf = <S>({
  desk,
  tables,
  aliases = {},
  screens,
  byModule = false,
  module,
}: {
  desk: Desk
  tables: Tables<S>
  /** Second spellings of the specification: they show the same screen, no link leads to them. */
  aliases?: Tables<S>
  screens: Readonly<Record<keyof S, Screen>>
  /** Closed to companies that lack the activity's module. */
  byModule?: boolean
  /** Closed to companies that lack this one. */
  module?: string | undefined
}): Row[] => {
  const rows = (all: Tables<S>, alias?: true) =>
    Object.entries(all).flatMap(([of, cells]) =>
      (Object.entries(cells) as [keyof S & string, Cell][]).map(
        ([slot, { path, privilege }]): Row => ({
          path,
          guard: {
            type: TYPES[desk],
            ...(privilege ? { privilege } : {}),
            ...(byModule && isActivity(of) ? { module: MODULE_OF[of] } : {}),
            ...(module ? { module } : {}),
          },
          ...screens[slot],
          handle: { of, slot, ...(alias ? { alias } : {}) } satisfies Place,
        }),
      ),
    )
  return merged([...rows(tables), ...rows(aliases, true)])
}
