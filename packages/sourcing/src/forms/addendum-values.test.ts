import { expect, it } from 'vitest'
import { readOf } from './addendum-read.ts'
import { blank, bodyOf, type Found } from './addendum-values.ts'

const found = {
  version: 3,
  closes_at: '2026-11-30T14:00:00Z',
  timezone: 'Africa/Nairobi',
  instructions: 'Read all of it.',
  items: [],
  sections: [],
  attachments: [],
} as unknown as Found

it('moves no closing that was left as it was read, though somebody has moved it since', () => {
  const values = blank(found)
  const now = { ...found, version: 4, closes_at: '2026-12-07T14:00:00Z', instructions: 'Read it.' }
  expect(bodyOf(now, values)).not.toHaveProperty('closes_at')
  expect(bodyOf(now, values)).not.toHaveProperty('instructions')
  expect(bodyOf(now, values).version).toBe(3)
})

it('moves it to what was typed, in the zone of the job', () => {
  const values = { ...blank(found, readOf(found)), closes_at: '2026-12-01T17:00' }
  expect(bodyOf(found, values).closes_at).toBe('2026-12-01T14:00:00.000Z')
})
