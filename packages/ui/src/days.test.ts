import { describe, expect, it } from 'vitest'
import { countOf, dayOf, isMonday, movedBy, weekday } from './days.ts'

describe('days of a plan', () => {
  it('are counted over months, leap years and summer time', () => {
    expect(countOf('2026-03-30') - countOf('2026-03-28')).toBe(2)
    expect(countOf('2028-03-01') - countOf('2028-02-28')).toBe(2)
    expect(dayOf(countOf('2026-12-31') + 1)).toBe('2027-01-01')
  })

  it('are of a week that begins on Monday, before 1970 as well', () => {
    expect([weekday(countOf('2026-11-23')), weekday(countOf('2026-11-29'))]).toEqual([1, 7])
    expect(isMonday(countOf('1969-12-29'))).toBe(true)
  })

  it('move together, or the end alone and never before the beginning', () => {
    const bar = { start: '2026-11-23', end: '2026-11-27' }
    expect(movedBy(bar, 'all', -7)).toEqual({ start: '2026-11-16', end: '2026-11-20' })
    expect(movedBy(bar, 'end', 3)).toEqual({ start: '2026-11-23', end: '2026-11-30' })
    expect(movedBy(bar, 'end', -9)).toEqual({ start: '2026-11-23', end: '2026-11-23' })
  })
})
