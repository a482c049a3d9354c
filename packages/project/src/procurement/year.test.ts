import { expect, it } from 'vitest'
import { askedYear, financialYear } from './year.ts'

it.each([
  [2026, 1, '2026-01-01', '2026-12-31'],
  [2026, 7, '2026-07-01', '2027-06-30'],
  [2027, 3, '2027-03-01', '2028-02-29'],
  [2026, 12, '2026-12-01', '2027-11-30'],
])('the year %i from month %i', (year, month, first, last) => {
  expect(financialYear(year, month)).toEqual({ first, last })
})

it('asks for no year that there is not', () => {
  expect(askedYear('2031')).toBe(2031)
  for (const text of ['', '1999', '20266', 'x'])
    expect(askedYear(text)).toBe(new Date().getFullYear())
})
