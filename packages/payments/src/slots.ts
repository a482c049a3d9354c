/** The screens of fees that other screens lead to. */
export type PaymentSlots = {
  payments: never
}

declare module '@zabuni/activities/slots' {
  interface Slots extends PaymentSlots {}
}
