import { expect, it } from 'vitest'
import { jobDates, nextDate } from './status.ts'

const category = (status: 'approved' | 'open' | 'cancelled', opens: number, closes: number) => ({
  status,
  opens_at: `2026-12-${String(opens).padStart(2, '0')}T06:00:00Z`,
  closes_at: `2026-12-${String(closes).padStart(2, '0')}T14:00:00Z`,
})

it('has a job run from its first opening to its last closing, without what was called off', () => {
  const of = [category('open', 3, 20), category('approved', 5, 28), category('cancelled', 1, 31)]
  expect(jobDates(of)).toEqual({ open: '2026-12-03T06:00:00Z', closed: '2026-12-28T14:00:00Z' })
  expect(jobDates([])).toEqual({ open: undefined, closed: undefined })
})

it('names the moment that comes first of those that lie ahead', () => {
  const of = [category('open', 1, 20), category('approved', 10, 28), category('open', 1, 2)]
  const at = (day: string) => nextDate(of, Date.parse(`${day}T00:00:00Z`))
  expect(at('2026-12-05')).toEqual({ key: 'opens', at: '2026-12-10T06:00:00Z' })
  expect(at('2026-12-11')).toEqual({ key: 'closes', at: '2026-12-20T14:00:00Z' })
  expect(at('2026-12-21')).toBeUndefined()
})
