// Made from core/sourcing and core/party by `make generate`; not edited by hand.

/** The activities, in the order in which screens offer them. */
export const ACTIVITIES = [
  'prequalification',
  'expression_of_interest',
  'tender',
  'rfq',
  'asset_disposal',
  'supplier_registration',
  'risk_management',
  'reverse_auction',
  'forward_auction',
] as const

/** The module by which a company has each. */
export const MODULE_OF = {
  prequalification: 'prequalification',
  expression_of_interest: 'expression_of_interest',
  tender: 'tender',
  rfq: 'rfq',
  asset_disposal: 'asset_disposal',
  supplier_registration: 'supplier_registration',
  risk_management: 'risk',
  reverse_auction: 'auctions',
  forward_auction: 'auctions',
} as const

/** What a decision makes in each. */
export const RESULT_OF = {
  prequalification: 'list',
  expression_of_interest: 'list',
  tender: 'award',
  rfq: 'award',
  asset_disposal: 'sale',
  supplier_registration: 'list',
  risk_management: 'assessment',
  reverse_auction: 'award',
  forward_auction: 'sale',
} as const
