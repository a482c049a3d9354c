/** The kinds of screens of the desk of risks and of plans. */
export type ProjectSlots = {
  riskDashboard: never
  riskRegister: 'jobId?' | 'supplierId?'
  riskCreate: 'jobId?' | 'supplierId?'
  risk: 'riskId'
  riskEdit: 'riskId'
  riskSuppliers: never
  planDraw: 'planId?'
  planApproved: 'planId?'
  planProgress: 'planId?'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends ProjectSlots {}
}
