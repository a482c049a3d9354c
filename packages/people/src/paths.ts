import { cell, type Tables, table } from '@zabuni/activities/table'
import type { Privilege } from '@zabuni/routing/guard'
import type { PeopleSlots } from './slots.ts'

const screens = table<PeopleSlots>()

const below = (base: string, logs?: Privilege) =>
  screens({
    users: cell(`${base}/users`, 'MANAGE_USER'),
    userCreate: cell(`${base}/users/create`, 'MANAGE_USER'),
    userUpdate: cell(`${base}/users/:userId/update`, 'MANAGE_USER'),
    roles: cell(`${base}/roles`, 'MANAGE_USER'),
    roleCreate: cell(`${base}/roles/create`, 'MANAGE_USER'),
    roleUpdate: cell(`${base}/roles/:roleId/update`, 'MANAGE_USER'),
    privileges: cell(`${base}/roles/:roleId/privileges`, 'MANAGE_USER'),
    logs: cell(`${base}/logs`, logs),
  })

type Sides = Readonly<Record<'supplier' | 'buyer' | 'operator', Tables<PeopleSlots>>>

/** Where each kind of screen is found: of one's own company's people, or by the operator of a buyer's. */
export const PATHS: Sides = {
  supplier: { '': below('/supplier/user', 'MANAGE_USER') },
  buyer: { '': below('/buyer/user', 'MANAGE_USER') },
  operator: {
    // The operator's own log names no privilege in the specification.
    '': below('/zabuni/user'),
    buyers: below('/zabuni/buyers/:buyerId', 'MANAGE_USER'),
  },
}

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Sides = {
  supplier: {},
  buyer: {
    '': screens({
      users: cell('/company/users', 'MANAGE_USER'),
      roles: cell('/company/roles', 'MANAGE_USER'),
      roleCreate: cell('/company/create/role', 'MANAGE_USER'),
      userCreate: cell('/company/create/user', 'MANAGE_USER'),
    }),
  },
  operator: {},
}
