import { expect, test } from 'vitest'
import { waitsForAnother } from './waits.ts'

test.each([
  ['entered', undefined, true],
  ['refused', undefined, false],
  ['open', undefined, false],
  ['open', 'won', true],
  ['answered', 'lost', true],
  ['won', 'won', false],
  ['won', 'lost', false],
  ['lost', 'lost', false],
  ['lost', undefined, false],
  ['lost', 'won', true], // it comes again after all: nobody could decide about it
] as const)('of one that is %s, that it is %s waits: %s', (status, end_as, waits) => {
  expect(waitsForAnother({ status, ...(end_as ? { end_as } : {}) })).toBe(waits)
})
