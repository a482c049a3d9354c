/** The kinds of screens of accounts and rights; who looks after a buyer's people names the buyer. */
export type PeopleSlots = {
  users: 'buyerId?'
  userCreate: 'buyerId?'
  userUpdate: 'buyerId?' | 'userId'
  roles: 'buyerId?'
  roleCreate: 'buyerId?'
  roleUpdate: 'buyerId?' | 'roleId'
  privileges: 'buyerId?' | 'roleId'
  logs: 'buyerId?'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends PeopleSlots {}
}
