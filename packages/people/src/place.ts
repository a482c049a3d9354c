import { fill } from '@zabuni/routing/path'
import { useMatches, useParams } from 'react-router'
import { PATHS, type Slot } from './paths.ts'
import type { PeopleHandle } from './routes.ts'

const write = fill as (path: string, values: Readonly<Record<string, string>>) => string

/** What a screen knows about whose people it shows. */
export const usePlace = () => {
  const handle = useMatches().at(-1)?.handle as PeopleHandle
  const { place, slot } = handle
  const { buyerId = '', userId = '', roleId = '' } = useParams()
  return {
    place,
    slot,
    userId,
    roleId,
    /** The part of every call that names the buyer; empty at home. */
    scope: buyerId ? { buyer_id: buyerId } : {},
    href: (to: Slot, values: Readonly<Record<string, string>> = {}) =>
      write(PATHS[place][to], { buyerId, ...values }),
  }
}
/** Whose people are asked for. */
export type Scope = ReturnType<typeof usePlace>['scope']
