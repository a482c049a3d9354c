import { expect, it } from 'vitest'
import { checkDue } from './deadline-check.tsx'

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
