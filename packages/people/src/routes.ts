import type { Guard } from '@zabuni/routing/guard'
import type { LazyScreen, Row } from '@zabuni/routing/row'
import { ALIASES, PATHS, type Place, type Slot } from './paths.ts'

/** What a screen finds in its route's handle. */
export type PeopleHandle = { place: Place; slot: Slot }

const userForm: LazyScreen = () => import('./screens/user-form.tsx')
const roleForm: LazyScreen = () => import('./screens/role-form.tsx')
const SCREENS: Record<Slot, LazyScreen> = {
  users: () => import('./screens/users.tsx'),
  userCreate: userForm,
  userUpdate: userForm,
  roles: () => import('./screens/roles.tsx'),
  roleCreate: roleForm,
  roleUpdate: roleForm,
  privileges: () => import('./screens/privileges.tsx'),
  logs: () => import('./screens/logs.tsx'),
}

// The operator's own log names no privilege in the specification; everything else asks for the one that its operation asks for.
const guardOf = (place: Place, slot: Slot): Guard => {
  const type = place === 'operator' || place === 'buyers' ? ('qed' as const) : place
  return slot === 'logs' && place === 'operator' ? { type } : { type, privilege: 'MANAGE_USER' }
}

/** Every screen of users, roles and logs of one place. */
export const peopleRows = (place: Place): Row[] =>
  [PATHS[place], ALIASES[place] ?? {}].flatMap((table) =>
    Object.entries(table).map(([name, path]) => {
      const slot = name as Slot
      const handle: PeopleHandle = { place, slot }
      return { path, guard: guardOf(place, slot), screen: SCREENS[slot], handle }
    }),
  )
