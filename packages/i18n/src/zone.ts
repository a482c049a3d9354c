// What an author types as a closing time is meant in the job's zone, whatever the device believes.
const pad = (n: number) => String(n).padStart(2, '0')

const fields = (instant: number, zone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return [of('year'), of('month'), of('day'), of('hour'), of('minute')] as const
}

/** A moment as its wall clock in a zone: 2026-11-21T17:00; empty for none. */
export const toWall = (iso: string | undefined, zone: string): string => {
  if (!iso) return ''
  const [year, month, day, hour, minute] = fields(Date.parse(iso), zone)
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/** The moment that a wall clock of a zone means; empty for what is no date. */
export const fromWall = (wall: string, zone: string): string => {
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(wanted)) return ''
  let guess = wanted
  // Twice, because the offset at the first guess may be that of the other side of a change of the clocks.
  for (let i = 0; i < 2; i++) {
    const [year, month, day, hour, minute] = fields(guess, zone)
    guess += wanted - Date.UTC(year, month - 1, day, hour, minute)
  }
  return new Date(guess).toISOString()
}
