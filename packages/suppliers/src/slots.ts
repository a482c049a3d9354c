/** The lists of suppliers: all, those with categories, those of a period. */
export type SupplierSlots = {
  suppliers: never
  subscribedSuppliers: never
  registeredSuppliers: never
}

declare module '@zabuni/activities/slots' {
  interface Slots extends SupplierSlots {}
}
