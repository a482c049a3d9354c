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
/** The kind of a job. */
export type Activity = (typeof ACTIVITIES)[number]

/** Whether a word of an address or of the wire names an activity. */
export const isActivity = (word: string): word is Activity =>
  (ACTIVITIES as readonly string[]).includes(word)
