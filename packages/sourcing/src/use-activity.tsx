import { fill } from '@zabuni/routing/path'
import { useMatches, useParams, useSearchParams } from 'react-router'
import { type Activity, type Desk, PATHS } from './paths.ts'
import type { SourcingHandle } from './routes.ts'
import type { Slot, SlotParams } from './slots.ts'

type Args<S extends Slot> = [SlotParams[S]] extends [never]
  ? []
  : [{ [K in SlotParams[S]]: string }]

/** The address of a screen, or null where the desk or the activity has none, so that links hide themselves. */
export const hrefOf = <S extends Slot>(
  desk: Desk,
  activity: Activity,
  slot: S,
  ...[values]: Args<S>
): string | null => {
  const path = PATHS[desk][activity]?.[slot]
  if (!path) return null
  const params: Record<string, string> = values ?? {}
  const address = (fill as (p: string, v: object) => string)(path, params)
  // Some paths of the specification leave out the category that their operations need.
  const category = params.categoryId
  return category && !path.includes(':categoryId') ? `${address}?category=${category}` : address
}

/** Binds `hrefOf` to a desk and an activity. */
export type Href = <S extends Slot>(slot: S, ...args: Args<S>) => string | null

/** What a screen knows about where it stands. */
export const useActivity = () => {
  const handle = useMatches().at(-1)?.handle as SourcingHandle
  const { desk, activity } = handle
  const href: Href = (slot, ...args) => hrefOf(desk, activity, slot, ...args)
  return { ...handle, href }
}

/** The ids of the address; the category may stand in the query where the path has no place for it. */
export const useIds = () => {
  const params = useParams()
  const [query] = useSearchParams()
  return {
    jobId: params.jobId ?? '',
    categoryId: params.categoryId ?? query.get('category') ?? '',
    sectionId: params.sectionId ?? '',
    questionId: params.questionId ?? '',
  }
}
