// What people type, the language they type in, and what it is; the reader and the fields are held against it.

/** What is a number, in its wire form. */
export const NUMBERS: readonly (readonly [text: string, language: string, wire: string])[] = [
  ['1,250.50', 'en', '1250.5'],
  ['1 250,50', 'fr', '1250.5'],
  ['1.250,50', 'pt', '1250.5'],
  ['1250,50', 'fr', '1250.5'],
  ['12,5', 'en', '12.5'],
  ["1'250", 'en', '1250'],
  ['1250/=', 'sw', '1250'],
  ['1,250', 'en', '1250'],
  ['1,250', 'fr', '1.25'],
  ['12.50', 'fr', '12.5'],
  ['1.250', 'pt', '1250'],
  ['0.125', 'pt', '0.125'],
  ['.5', 'en', '0.5'],
  ['007', 'en', '7'],
  ['-3', 'en', '-3'],
  ['1,250,000', 'en', '1250000'],
  ['1,250.50', 'am', '1250.5'],
]

/** What is no price in English. */
export const NO_NUMBERS = [
  'abc',
  '1,25,000',
  '1.2.3,4,5',
  '12.34567',
  '1e5',
  '12.',
  '99999999999999999',
] as const
