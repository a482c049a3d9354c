import { fill } from '@zabuni/routing/path'
import { isActivity, PATHS as SOURCING } from '@zabuni/sourcing/paths'
import { useMatches } from 'react-router'
import { type Desk, PATHS, type Slot } from './paths.ts'
import type { LettersHandle } from './routes.ts'

type Values = Readonly<Record<string, string>>
const write = fill as (path: string, values: Values) => string

/** The address of a screen of letters, or null where the activity has none. */
export const hrefOf = (desk: Desk, activity: string, slot: Slot, values: Values = {}) => {
  const path = PATHS[desk][activity]?.[slot]
  return path ? write(path, values) : null
}

/** What a screen knows about where it stands. */
export const useDesk = () => {
  const handle = useMatches().at(-1)?.handle as LettersHandle
  const { desk, activity } = handle
  return {
    ...handle,
    href: (slot: Slot, values: Values = {}) => hrefOf(desk, activity, slot, values),
    /** The category's own screen, where the activity has one. */
    categoryHref: (values: Values) => {
      const path = isActivity(activity) ? SOURCING[desk][activity]?.categoryDetails : undefined
      return path ? write(path, values) : null
    },
    jobHref: (values: Values) => {
      const path = isActivity(activity) ? SOURCING[desk][activity]?.details : undefined
      return path ? write(path, values) : null
    },
  }
}
