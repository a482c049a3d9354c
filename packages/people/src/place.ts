import { useHere } from '@zabuni/activities/ui/here'

/** What a screen knows about whose people it shows. */
export const usePlace = () => {
  const { slot, ids, href } = useHere()
  const { buyerId, userId, roleId } = ids
  return {
    slot,
    buyerId,
    userId,
    roleId,
    /** The part of every call that names the buyer; empty at home. */
    scope: buyerId ? { buyer_id: buyerId } : {},
    href,
  }
}
/** Whose people are asked for. */
export type Scope = ReturnType<typeof usePlace>['scope']
