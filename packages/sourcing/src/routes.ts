import type { Guard } from '@zabuni/routing/guard'
import type { Row } from '@zabuni/routing/row'
import { type Activity, ALIASES, type Desk, PATHS } from './paths.ts'
import { type DrawnSlot, PRIVILEGE_OF, SLOTS, type Slot } from './slots.ts'

/** What a screen finds in its route's handle. */
export type SourcingHandle = { desk: Desk; activity: Activity; slot: Slot }

/** Who may see a slot: the operator by the specification's table, the buyer by what the operation asks. */
export const guardFor = (desk: Desk, slot: DrawnSlot): Exclude<Guard, string> => {
  const { operation, operator } = SLOTS[slot]
  const privilege = desk === 'operator' ? operator : PRIVILEGE_OF[operation]
  return { type: desk === 'operator' ? 'qed' : 'buyer', ...(privilege ? { privilege } : {}) }
}

/** Every screen of every activity on one desk. */
export const sourcingRows = (desk: Desk): Row[] =>
  [PATHS[desk], ALIASES[desk]].flatMap((tables) =>
    Object.entries(tables).flatMap(([activity, table]) =>
      Object.entries(table).flatMap(([name, path]) => {
        const slot = name as Slot
        if (!(slot in SLOTS)) return []
        const handle: SourcingHandle = { desk, activity: activity as Activity, slot }
        const drawn = slot as DrawnSlot
        // The operator acts for many buyers: there the server decides.
        const guard = {
          ...guardFor(desk, drawn),
          ...(desk === 'buyer' ? { module: activity } : {}),
        }
        return [{ path, guard, screen: SLOTS[drawn].screen, handle }]
      }),
    ),
  )
