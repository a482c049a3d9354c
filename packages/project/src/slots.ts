/** The kinds of screens of the desk of risks of plans and of meetings. */
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
  meetings: 'meetingId?'
  meetingCreate: never
  meetingEdit: 'meetingId'
  ownMeetings: 'meetingId?'
  procurementPlans: never
  procurementCreate: never
  procurementPlan: 'planId'
  procurementEdit: 'planId'
  procurementUpload: 'planId'
  procurementItemAdd: 'planId'
  procurementItem: 'planId' | 'itemId'
  procurementReserved: never
  procurementReservedEdit: never
}

declare module '@zabuni/activities/slots' {
  interface Slots extends ProjectSlots {}
}
