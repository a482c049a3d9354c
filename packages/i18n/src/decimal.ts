// Numbers as decimal strings: the same digits and the same rounding as the server's, without a binary number.

/** Digits that a price may have behind its point. */
export const PRICE_DIGITS = 4
/** Digits that a quantity or a number may have behind its point. */
export const QUANTITY_DIGITS = 6

type Fixed = { units: bigint; digits: number }

const read = (text: string): Fixed => {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction || '0'), digits: fraction.length }
}

const print = (units: bigint, digits: number): string => {
  const sign = units < 0n ? '-' : ''
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  return `${sign}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`
}

/**
 * Price times quantity, rounded once, half up, to the digits of the currency's smallest unit; both are wire forms.
 */
export const amountOf = (price: string, quantity: string, digits: number): string => {
  const a = read(price)
  const b = read(quantity)
  const product = a.units * b.units
  const surplus = a.digits + b.digits - digits
  const wire = 10n ** BigInt(PRICE_DIGITS - digits)
  if (surplus <= 0) return print(product * 10n ** BigInt(-surplus) * wire, PRICE_DIGITS)
  const step = 10n ** BigInt(surplus)
  const half = product < 0n ? -step / 2n : step / 2n
  return print(((product + half) / step) * wire, PRICE_DIGITS)
}

/** The sum of amounts. */
export const sumOf = (amounts: readonly string[]): string => {
  let units = 0n
  for (const amount of amounts) {
    const one = read(amount)
    units += one.units * 10n ** BigInt(PRICE_DIGITS - one.digits)
  }
  return print(units, PRICE_DIGITS)
}

/** Without idle zeros: "12.5000" is "12.5". */
export const short = (value: string): string =>
  value.includes('.') ? value.replace(/\.?0+$/, '') : value

// Of what may be nothing, or not yet a number: then it counts as zero.
const scaled = (text: string): bigint => {
  const m = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!m) return 0n
  const digits = BigInt(
    (m[2] || '0') + (m[3] ?? '').padEnd(QUANTITY_DIGITS, '0').slice(0, QUANTITY_DIGITS),
  )
  return m[1] ? -digits : digits
}

/** The sum of what stands in a list, shortened; nothing counts as zero. */
export const sum = (values: readonly (string | undefined)[]): string =>
  short(
    print(
      values.reduce((all, value) => all + (value ? scaled(value) : 0n), 0n),
      QUANTITY_DIGITS,
    ),
  )

/** Whether a decimal string is more than another. */
export const more = (a: string, b: string): boolean => scaled(a) > scaled(b)
/** Whether a decimal string is zero or nothing. */
export const isZero = (text: string | undefined): boolean => !text || scaled(text) === 0n
// As many as the database keeps, on both sides of the point together.
const ALL_DIGITS = 20

/** Whether a text is the wire form of a number that fits: not too many digits before its point, nor behind it. */
export const isWire = (text: string, digits: number = QUANTITY_DIGITS): boolean => {
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return (
    whole !== undefined &&
    whole.length <= wholeDigits(digits) &&
    fraction.replace(/0+$/, '').length <= digits
  )
}

const ownMark = (language: string): string => (/^(fr|pt)/.test(language) ? ',' : '.')
const isDigits = (s: string) => /^\d+$/.test(s)

/** Which of point and comma is the decimal mark: '' when neither is, null when it cannot be told. */
const markOf = (s: string, language: string): string | null => {
  const points = s.split('.').length - 1
  const commas = s.split(',').length - 1
  if (!points && !commas) return ''
  const last = s.lastIndexOf('.') > s.lastIndexOf(',') ? '.' : ','
  if (points > 1 && commas > 1) return null
  if (points && commas) return (last === '.' ? points : commas) > 1 ? null : last
  if (points + commas > 1) return ''
  const at = s.indexOf(last)
  const couldGroup =
    s.length - at - 1 === 3 && at >= 1 && at <= 3 && s[0] !== '0' && isDigits(s.slice(0, at))
  return couldGroup && last !== ownMark(language) ? '' : last
}

const ungroup = (s: string): string | null => {
  const at = s.search(/[ .,]/)
  if (at < 0) return s
  const groups = s.split(s[at]!)
  const good = groups.every((g, n) => isDigits(g) && g.length <= 3 && (n === 0 || g.length === 3))
  return good ? groups.join('') : null
}

type Parts = { negative: boolean; whole: string; fraction: string }

const partsOf = (text: string, language: string): Parts | null => {
  let s = text.trim().replace(/(\/=|\/-|\.-|,-)$/, '')
  const negative = /^[-\u2212]/.test(s)
  s = s.replace(/^[-+\u2212]/, '').trim()
  s = s.replace(/[\u00a0\u202f\u2009'\u2019]/g, ' ')
  const mark = markOf(s, language)
  if (mark === null) return null
  let whole: string | null = s
  let fraction = ''
  if (mark) {
    const at = s.lastIndexOf(mark)
    whole = s.slice(0, at) || '0'
    fraction = s.slice(at + 1)
    if (!isDigits(fraction)) return null
  }
  whole = ungroup(whole)
  if (whole === null || !isDigits(whole)) return null
  return { negative, whole: whole.replace(/^0+(?=\d)/, ''), fraction: fraction.replace(/0+$/, '') }
}

/** Digits that fit before the point where so many may stand behind it. */
export const wholeDigits = (digits: number): number => ALL_DIGITS - digits

/** What is wrong with a number that somebody typed: it is none, has too many digits on one side, or lies below zero. */
export type Misfit = 'none' | 'precise' | 'large' | 'negative'

/**
 * A number as people type or paste it ("1,250.50", "1 250,50", "1'250", "1250/=") in its wire form, or why it is none
 * that fits. The language decides only what is ambiguous. The server reads by the same rules.
 */
export const readNumber = (
  text: string,
  language: string,
  { digits = PRICE_DIGITS, signed = true }: { digits?: number; signed?: boolean } = {},
): { wire: string } | { misfit: Misfit } => {
  const parts = partsOf(text, language)
  if (!parts) return { misfit: 'none' }
  const { negative, whole, fraction } = parts
  if (fraction.length > digits) return { misfit: 'precise' }
  if (whole.length > wholeDigits(digits)) return { misfit: 'large' }
  const plain = fraction ? `${whole}.${fraction}` : whole
  if (!negative || !/[1-9]/.test(plain)) return { wire: plain }
  return signed ? { wire: `-${plain}` } : { misfit: 'negative' }
}

/** The wire form of a number that somebody typed; null when it is none that fits. */
export const readTyped = (
  text: string,
  language: string,
  digits: number = PRICE_DIGITS,
): string | null => {
  const read = readNumber(text, language, { digits })
  return 'wire' in read ? read.wire : null
}
