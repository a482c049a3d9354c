import { expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatMoment,
  formatMoney,
  formatPercent,
  formatReceived,
  formatTime,
  parseDate,
  roundDecimal,
  timeLeft,
} from './format.ts'

it('writes dates and times as the specification says', () => {
  const d = new Date(2026, 10, 5, 0, 7)
  expect(formatDate(d)).toBe('05-11-2026')
  expect(formatTime(d)).toBe('12:07 AM')
  expect(formatDateTime(new Date(2026, 0, 31, 13, 5))).toBe('31-01-2026 01:05 PM')
})
it('names the zone of a deadline', () =>
  expect(formatMoment('2026-11-21T09:00:00Z', 'Africa/Nairobi')).toMatch(
    /^21-11-2026 12:00 PM (EAT|GMT\+3)$/,
  ))
it('tells the day that it is in the zone, not on this device', () => {
  expect(formatDay('2026-12-31T22:30:00Z', 'Africa/Nairobi')).toBe('01-01-2027')
  expect(formatDay('2026-12-31T22:30:00Z', 'America/New_York')).toBe('31-12-2026')
})
it('leaves a day without a time the day that it is', () =>
  expect(formatDate('2026-03-01')).toBe('01-03-2026'))
it('reads only real days, written as people write them', () => {
  expect(parseDate('29-02-2028')).toEqual(new Date(2028, 1, 29))
  expect(parseDate('1/2/2026')).toEqual(new Date(2026, 1, 1))
  expect(parseDate('29-02-2026')).toBeNull()
  expect(parseDate('2026-02-01')).toBeNull()
  expect(parseDate('31-12-9999')).toBeNull()
  expect(parseDate('31-12-1899')).toBeNull()
  expect(parseDate('31-12-2200')).toEqual(new Date(2200, 11, 31))
})
it('rounds decimal strings without binary numbers', () => {
  expect(roundDecimal('1.005')).toBe('1.01')
  expect(roundDecimal('99999999999999999.995')).toBe('100000000000000000.00')
  expect(roundDecimal('-0.004')).toBe('0.00')
  expect(roundDecimal('.5')).toBe('0.50')
  expect(roundDecimal('7', 0)).toBe('7')
})
it('shows money with two decimals and the currency code', () => {
  expect(formatMoney('1500', 'KES')).toBe('KES\u00a01,500.00')
  expect(formatMoney('12345678901234567.8', 'UGX')).toBe('UGX\u00a012,345,678,901,234,567.80')
  expect(formatDecimal('1234.5', 'pt')).toContain('234,50')
  expect(formatPercent('42.5')).toBe('42.50%')
})
it('counts days, hours and minutes', () => {
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, mins: 1 })
  expect(timeLeft(0, 0)).toBeNull()
})

it.each([
  ['2026-11-21T09:04:05.123987Z', 'Africa/Nairobi', '21-11-2026 12:04:05.123 PM GMT+3'],
  ['2026-11-21T20:59:59.999999Z', 'Africa/Nairobi', '21-11-2026 11:59:59.999 PM GMT+3'],
  ['2026-11-21T00:00:00Z', 'UTC', '21-11-2026 12:00:00.000 AM UTC'],
  ['2026-11-21T23:30:00.5Z', 'Africa/Accra', '21-11-2026 11:30:00.500 PM GMT'],
])('%s in %s is %s', (iso, zone, text) => {
  expect(formatReceived(iso, zone)).toBe(text)
})
