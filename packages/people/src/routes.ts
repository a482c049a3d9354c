import { rowsOf, type Screen } from '@zabuni/activities/table'
import type { Row } from '@zabuni/routing/row'
import { ALIASES, PATHS } from './paths.ts'
import type { PeopleSlots } from './slots.ts'

const SCREENS: Readonly<Record<keyof PeopleSlots, Screen>> = {
  users: { screen: () => import('./screens/users.tsx') },
  userCreate: { screen: () => import('./screens/user-form.tsx') },
  userUpdate: { screen: () => import('./screens/user-form.tsx') },
  roles: { screen: () => import('./screens/roles.tsx') },
  roleCreate: { screen: () => import('./screens/role-form.tsx') },
  roleUpdate: { screen: () => import('./screens/role-form.tsx') },
  privileges: { screen: () => import('./screens/privileges.tsx') },
  logs: { screen: () => import('./screens/logs.tsx') },
}

/** Every screen of users, roles and logs on one desk. */
export const peopleRows = (desk: keyof typeof PATHS): Row[] =>
  rowsOf({ desk, tables: PATHS[desk], aliases: ALIASES[desk], screens: SCREENS })
