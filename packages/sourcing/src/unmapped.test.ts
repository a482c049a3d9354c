import { describe, expect, it } from 'vitest'
import { leftOut } from './unmapped.ts'

const at = (pointer: string, reason: string) => ({ pointer, reason })

describe('what an imported file leaves out', () => {
  const { groups, history } = leftOut([
    at('/uri', 'package'),
    at('/old/1', 'history'),
    at('/tender/awards', 'not_kept'),
    at('/tender/value/amount', 'no_currency'),
    at('/old/2', 'history'),
    at('/tender/hasEnquiries', 'not_kept'),
    at('/releases/0/date', 'ocds.twice'),
  ])
  it('is grouped by reason, what has to be set right first', () => {
    expect(groups.map((g) => [g.reason, g.places.length])).toEqual([
      ['ocds.twice', 1],
      ['no_currency', 1],
      ['not_kept', 2],
      ['package', 1],
    ])
  })
  it('has earlier versions apart, and loses nothing', () => {
    expect(history.map((p) => p.pointer)).toEqual(['/old/1', '/old/2'])
    expect(groups.flatMap((g) => g.places).length + history.length).toBe(7)
  })
})
