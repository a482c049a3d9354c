import { createContext, use, useMemo } from 'react'
import { useMatches, useParams, useSearchParams } from 'react-router'
import { type Activity, isActivity } from './activity.ts'
import { type Address, addressOf, placed, queryName, type StreetMap } from './address.ts'
import { type Args, PARAMS, type Param, type Slot } from './slots.ts'
import { type Desk, type Place, placeUnder } from './table.ts'
import { useWords, type Word } from './words.tsx'

/** Leads to a kind of screen of the activity that one is in. */
export type Href = <S extends Slot>(slot: S, ...args: Args<S>) => Address | null
/** Leads to a kind of screen of any activity. */
export type HrefOf = <S extends Slot>(of: string, slot: S, ...args: Args<S>) => Address | null

const Streets = createContext<{ desk: Desk; map: StreetMap }>({
  desk: 'supplier',
  map: new Map(),
})
/** Gives an app's screens its map; boot does. */
export const StreetsProvider = Streets

/** What a screen knows about where it stands; its functions stay the same as long as that does. */
export const useHere = () => {
  const { desk, map } = use(Streets)
  const [query] = useSearchParams()
  const place = placeUnder(useMatches().at(-1)?.handle as Place | undefined, query)
  const of = place?.of ?? ''
  const params = useParams()
  const ids = Object.fromEntries(
    PARAMS.map((name) => [name, params[name] ?? query.get(queryName(name)) ?? '']),
  ) as Record<Param, string>
  const leads = useMemo(() => {
    const hrefOf: HrefOf = (other, slot, ...[values]) => addressOf(map, other, slot, values)
    const href: Href = (slot, ...args) => hrefOf(of, slot, ...args)
    /** The address of a place as the server names it, or null where this desk has no such screen. */
    const at = (place: string) => placed(map, place)
    return { href, hrefOf, at }
  }, [map, of])
  return {
    desk,
    /** What the screen is one of: an activity, or another word of its domain. */
    of,
    slot: (place?.slot ?? '') as Slot | '',
    /** What the address names, in its path or its query; empty where it does not. */
    ids,
    /** The address of this same screen in another activity, or of another thing there. */
    sameOf: (other: string, told: Readonly<Partial<Record<Param, string>>> = {}) =>
      addressOf(map, other, place?.slot ?? '', { ...ids, ...told }),
    ...leads,
  }
}

/** The same on a screen of an activity, with its words. */
export const useActivity = () => {
  const here = useHere()
  const words = useWords()
  if (!isActivity(here.of)) throw new Error(`“${here.slot}” stands in no activity`)
  const activity: Activity = here.of
  return { ...here, activity, word: (word: Word) => words(activity, word) }
}
