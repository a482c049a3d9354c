import { expect, it } from 'vitest'
import { checkDue } from './deadline-check.tsx'
import { formatReceived } from './received.ts'

it.each([
  ['2026-11-21T09:04:05.123987Z', 'Africa/Nairobi', '21-11-2026 12:04:05.123 PM GMT+3'],
  ['2026-11-21T20:59:59.999999Z', 'Africa/Nairobi', '21-11-2026 11:59:59.999 PM GMT+3'],
  ['2026-11-21T00:00:00Z', 'UTC', '21-11-2026 12:00:00.000 AM UTC'],
  ['2026-11-21T23:30:00.5Z', 'Africa/Accra', '21-11-2026 11:30:00.500 PM GMT'],
])('%s in %s is %s', (iso, zone, text) => {
  expect(formatReceived(iso, zone)).toBe(text)
})

it.each([
  [61, null],
  [60, 60],
  [16, 60],
  [15, 15],
  [5.5, 15],
  [5, 5],
  [0.1, 5],
  [0, null],
  [-3, null],
])('%s minutes before closing the check of %s is due', (minutes, due) => {
  expect(checkDue(minutes)).toBe(due)
})
