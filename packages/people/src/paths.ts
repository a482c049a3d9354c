/** Whose people are looked after: one's own company's, or a buyer's by the operator. */
export type Place = 'supplier' | 'buyer' | 'operator' | 'buyers'
/** The kinds of screen. */
export type Slot =
  | 'users'
  | 'userCreate'
  | 'userUpdate'
  | 'roles'
  | 'roleCreate'
  | 'roleUpdate'
  | 'privileges'
  | 'logs'

const below = (base: string) => ({
  users: `${base}/users`,
  userCreate: `${base}/users/create`,
  userUpdate: `${base}/users/:userId/update`,
  roles: `${base}/roles`,
  roleCreate: `${base}/roles/create`,
  roleUpdate: `${base}/roles/:roleId/update`,
  privileges: `${base}/roles/:roleId/privileges`,
  logs: `${base}/logs`,
})

/** Where each kind of screen is found. */
export const PATHS: Record<Place, Record<Slot, string>> = {
  supplier: below('/supplier/user'),
  buyer: below('/buyer/user'),
  operator: below('/zabuni/user'),
  buyers: below('/zabuni/buyers/:buyerId'),
}

/** Second spellings of the specification: they show the same screen, no link leads to them. */
export const ALIASES: Partial<Record<Place, Partial<Record<Slot, string>>>> = {
  buyer: {
    users: '/company/users',
    roles: '/company/roles',
    roleCreate: '/company/create/role',
    userCreate: '/company/create/user',
  },
}
