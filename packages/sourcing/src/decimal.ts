// Decimal strings are added as whole numbers: a binary fraction never touches a quantity or a score.
const PLACES = 6

const scaled = (text: string): bigint => {
  const m = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!m) return 0n
  const digits = BigInt((m[2] || '0') + (m[3] ?? '').padEnd(PLACES, '0').slice(0, PLACES))
  return m[1] ? -digits : digits
}

/** A decimal string without the zeros that say nothing: "3.500000" is "3.5". */
export const short = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text

/** The sum of decimal strings. */
export const sum = (values: readonly (string | undefined)[]): string => {
  const total = values.reduce((all, value) => all + (value ? scaled(value) : 0n), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(PLACES + 1, '0')
  return (total < 0n ? '-' : '') + short(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}

/** Whether a decimal string is more than another. */
export const more = (a: string, b: string): boolean => scaled(a) > scaled(b)
/** Whether a decimal string is zero or nothing. */
export const isZero = (text: string | undefined): boolean => !text || scaled(text) === 0n
/** What people type as a plain number: digits with at most one point. */
export const isDecimal = (text: string): boolean => /^\d+(\.\d*)?$|^\.\d+$/.test(text.trim())
