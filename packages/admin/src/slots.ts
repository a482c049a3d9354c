/** The screens of what is administered that other screens lead to. */
export type AdminSlots = {
  buyer: 'buyerId'
  blacklist: never
}

declare module '@zabuni/activities/slots' {
  interface Slots extends AdminSlots {}
}
