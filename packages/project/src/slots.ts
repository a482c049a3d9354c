/** The kinds of screens of the desk of risks. */
export type ProjectSlots = {
  riskDashboard: never
  riskRegister: 'jobId?' | 'supplierId?'
  riskCreate: 'jobId?' | 'supplierId?'
  risk: 'riskId'
  riskEdit: 'riskId'
  riskSuppliers: never
}

declare module '@zabuni/activities/slots' {
  interface Slots extends ProjectSlots {}
}
