/** The kinds of screens of contracts. */
export type ContractSlots = {
  dashboard: never
  contracts: never
  contract: 'contractId'
  contractUpdate: 'contractId'
}

declare module '@zabuni/activities/slots' {
  interface Slots extends ContractSlots {}
}
