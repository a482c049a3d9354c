const MODULES = [
  'prequalification',
  'expression_of_interest',
  'tender',
  'rfq',
  'asset_disposal',
  'supplier_registration',
  'risk',
  'auctions',
  'contracts',
  'archive',
] as const
const SERVICES = [
  'managed_sourcing',
  'due_diligence',
  'supplier_onboarding',
  'training',
  'contract_digitisation',
  'reporting',
] as const

/** A module of the wire as one that has words. */
export const moduleWord = (name: string) => MODULES.find((m) => m === name) ?? 'archive'
/** A service of the wire as one that has words. */
export const serviceWord = (name: string) => SERVICES.find((s) => s === name) ?? 'reporting'
