/** The lists of suppliers: all, those with categories, those of a period; and one of them. A buyer searches all of them. */
export type SupplierSlots = {
  suppliers: never
  subscribedSuppliers: never
  registeredSuppliers: never
  supplier: 'supplierId'
  world: never
  worldSupplier: 'supplierId'
  worldOwners: 'supplierId?'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends SupplierSlots {}
}
