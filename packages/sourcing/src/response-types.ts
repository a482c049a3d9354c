/** The kinds of answer, in the order in which screens offer them. */
export const RESPONSE_TYPES = [
  'text',
  'textbox',
  'selection',
  'checkboxes',
  'boolean',
  'true_false',
  'yes_no',
  'file_upload',
  'number',
] as const
/** How a question is answered. */
export type ResponseType = (typeof RESPONSE_TYPES)[number]

/** A kind of answer of the wire as one that has words. */
export const responseType = (name: string): ResponseType =>
  RESPONSE_TYPES.find((type) => type === name) ?? 'text'

/** The words of the two answers of the kinds that have no options of their own. */
export const FIXED = { yes: 'yes', no: 'no', true: 'true', false: 'false' } as const
/** One of those answers. */
export type FixedAnswer = keyof typeof FIXED
/** Whether an option is such an answer. */
export const isFixed = (label: string): label is FixedAnswer => Object.hasOwn(FIXED, label)
