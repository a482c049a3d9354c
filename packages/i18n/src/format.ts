// Dates DD-MM-YYYY and hh:mm a in every language; money with its ISO code and two decimals.
// Amounts arrive as decimal strings and stay strings: a binary fraction never touches money.
type When = Date | string | number

const pad = (n: number) => String(n).padStart(2, '0')
const asDate = (value: When) => (value instanceof Date ? value : new Date(value))

/** DD-MM-YYYY; a day without a time is the same day wherever it is read. */
export const formatDate = (value: When): string => {
  const day = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null
  if (day) return `${day[3]}-${day[2]}-${day[1]}`
  const d = asDate(value)
  return `${pad(d.getDate())}-${pad(d.getMonth() + 1)}-${d.getFullYear()}`
}

/** hh:mm AM or PM. */
export const formatTime = (value: When): string => {
  const d = asDate(value)
  return `${pad(d.getHours() % 12 || 12)}:${pad(d.getMinutes())} ${d.getHours() < 12 ? 'AM' : 'PM'}`
}

/** DD-MM-YYYY hh:mm a by this device's clock: for the bell and devices. What is on record is a moment with its zone. */
export const formatDateTime = (value: When): string => `${formatDate(value)} ${formatTime(value)}`

/** A moment as a zone's clocks show it; `precise` adds what comes after the minutes. */
const inZone = (value: When, zone: string, precise?: (seconds: string) => string): string => {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
      .formatToParts(asDate(value))
      .map((p) => [p.type, p.value] as const),
  )
  const hour = Number(parts.get('hour'))
  const clock = `${pad(hour % 12 || 12)}:${parts.get('minute')}${precise?.(parts.get('second') ?? '') ?? ''}`
  return `${parts.get('day')}-${parts.get('month')}-${parts.get('year')} ${clock} ${hour < 12 ? 'AM' : 'PM'} ${parts.get('timeZoneName')}`
}

/** A moment on record, or a deadline, with the zone that it is meant in. */
export const formatMoment = (value: When, zone: string): string => inZone(value, zone)

/** The day of a moment in its zone. */
export const formatDay = (value: When, zone: string): string => inZone(value, zone).slice(0, 10)

/** A day that has no zone, as the wire writes it (2026-12-31), as people write it. */
export const dayText = (day: string): string => day.split('-').reverse().join('-')

/** A moment of receipt: DD-MM-YYYY hh:mm:ss.mmm a with its zone; what lies behind the milliseconds is cut, not rounded. */
export const formatReceived = (iso: string, zone: string): string => {
  const ms = (/\.(\d{1,3})/.exec(iso)?.[1] ?? '').padEnd(3, '0')
  return inZone(iso, zone, (seconds) => `:${seconds}.${ms}`)
}

// As the server has them: a slip of the finger is no plan for the year 9999.
const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Strict DD-MM-YYYY; null when the day does not exist (31-02-2026). */
export const parseDate = (text: string): Date | null => {
  const m = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim())
  if (!m) return null
  const [day, month, year] = [Number(m[1]), Number(m[2]), Number(m[3])]
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  const d = new Date(year, month - 1, day)
  return d.getFullYear() === year && d.getMonth() === month - 1 && d.getDate() === day ? d : null
}

/** Whether a text is a day as the wire writes it, 2026-12-31, and one that exists. */
export const isDay = (text: string): boolean => {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return !!m && parseDate(`${m[3]}-${m[2]}-${m[1]}`) !== null
}

/** A decimal string rounded half up to `places` digits, without going through a binary number. */
export const roundDecimal = (amount: string, places = 2): string => {
  const m = /^(-?)(\d*)(?:\.(\d*))?$/.exec(amount.trim())
  if (!m || (!m[2] && !m[3])) return amount
  const fraction = (m[3] ?? '').padEnd(places + 1, '0')
  const kept = BigInt((m[2] || '0') + fraction.slice(0, places))
  const digits = (kept + (fraction.charAt(places) >= '5' ? 1n : 0n))
    .toString()
    .padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const negative = m[1] && /[1-9]/.test(digits) ? '-' : ''
  return places ? `${negative}${whole}.${digits.slice(-places)}` : negative + whole
}

const separators = new Map<string, { group: string; decimal: string }>()
const marks = (language: string) => {
  let found = separators.get(language)
  if (!found) {
    const parts = new Intl.NumberFormat(language).formatToParts(1234567.8)
    found = {
      group: parts.find((p) => p.type === 'group')?.value ?? ',',
      decimal: parts.find((p) => p.type === 'decimal')?.value ?? '.',
    }
    separators.set(language, found)
  }
  return found
}

/** A decimal string with the language's marks. */
export const formatDecimal = (amount: string, language = 'en', places = 2): string => {
  const [whole = '', fraction] = roundDecimal(amount, places).split('.')
  const { group, decimal } = marks(language)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : grouped + decimal + fraction
}

/** The ISO code and two decimals: "KES 1,500.00". A no-break space keeps them on one line. */
export const formatMoney = (amount: string, currency: string, language = 'en'): string =>
  `${currency}\u00a0${formatDecimal(amount, language)}`

/** A share of a hundred with two decimals: "42.50%". */
export const formatPercent = (value: string, language = 'en'): string =>
  `${formatDecimal(value, language)}%`

/** Sizes of files in steps of a thousand, as disks and phones count. */
export const formatBytes = (bytes: number, language = 'en'): string => {
  const units = ['B', 'kB', 'MB', 'GB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  const text = new Intl.NumberFormat(language, {
    maximumFractionDigits: value < 10 && unit ? 1 : 0,
  })
  return `${text.format(value)}\u00a0${units[unit]}`
}

/** Days, hours and minutes until a moment; null when it has passed. */
export const timeLeft = (
  until: number,
  now: number,
): { days: number; hours: number; mins: number } | null => {
  const minutes = Math.floor((until - now) / 60_000)
  if (until <= now) return null
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    mins: minutes % 60,
  }
}
