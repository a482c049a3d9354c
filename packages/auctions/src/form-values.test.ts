import { expect, it } from 'vitest'
import { rulesOf, valuesOf } from './form-values.ts'
import type { Auction, Rules } from './queries.ts'

const zone = 'Africa/Nairobi'
const fresh = { zone, currency: 'KES', now: Date.parse('2026-11-23T12:00:00Z') }
// No two of the same kind are alike: what lands in another's place shows.
const rules: Rules = {
  visibility: 'rank',
  show_bidders: true,
  improves: 'own',
  jump_percent: '15.000000',
  starts_at: '2026-12-01T07:00:00.000Z',
  ends_at: '2026-12-01T08:00:00.000Z',
  hard_end: '2026-12-01T09:30:00.000Z',
  window_seconds: 90,
  extend_seconds: 300,
  extend_from: 'close',
  extend_on: 'rank',
  trigger_rank: 2,
  max_extensions: 5,
  start_price: '1000.0000',
  step_percent: '1.500000',
  show_reserve_met: true,
}
const form = (more: Partial<Rules> = {}) =>
  valuesOf(
    {
      job: { code: 'A', title: 'Lorries', description: '' },
      category: { currency: 'KES', pass_mark: '0', without: [], opens_at: '', closes_at: '' },
      auction: { rules: { ...rules, ...more }, reserve: '900.0000' },
    } as unknown as Parameters<typeof valuesOf>[0] & { auction: Auction },
    fresh,
  )

it('sends the rules of an auction as they were read, whatever zone the device is in', () => {
  expect(rulesOf(form(), zone)).toEqual({
    ...rules,
    jump_percent: '15',
    start_price: '1000',
    step_percent: '1.5',
    reserve: '900',
  })
})

it('sends nothing that moves the end where no window does', () => {
  const sent = rulesOf(form({ window_seconds: 0 }), zone)
  expect([sent.window_seconds, sent.extend_seconds, sent.hard_end]).toEqual([0, 0, undefined])
})
