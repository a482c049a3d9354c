import { POLICIES } from '@zabuni/activities/policies.gen'
import { describe, expect, it } from 'vitest'
import type { Standing } from '../queries.ts'
import {
  bodyOf,
  type Choice,
  complete,
  firstChoice,
  kindOf,
  linesOf,
  needsReason,
  proposed,
  sharesOf,
} from './outcome.ts'

const bid = (id: string, rank: number | undefined, pass = true) => ({
  submission_id: id,
  supplier_name: id.toUpperCase(),
  pass,
  ...(rank ? { rank } : {}),
  ...(rank ? { price: `${rank}00.0000` } : {}),
})
const offer = (item: string, id: string, rank: number, amount: string) => ({
  item_id: item,
  number: item,
  description: item,
  submission_id: id,
  supplier_name: id.toUpperCase(),
  rank,
  amount,
})
const standing = (activity: string, more: object = {}) =>
  ({
    policy: POLICIES.find((p) => p.activity === activity),
    bids: [bid('a', 1), bid('b', 2), bid('c', undefined, false)],
    offers: [],
    ...more,
  }) as unknown as Standing

const trucks = (more: object = {}) =>
  standing('asset_disposal', {
    offers: [
      offer('1', 'a', 1, '700.5000'),
      offer('1', 'b', 2, '650.0000'),
      offer('2', 'b', 1, '20.0000'),
      offer('3', 'a', 1, '0.2500'),
    ],
    ...more,
  })
const with_ = (s: Standing, item: string, who: string | null): Choice => {
  const choice = firstChoice(s)
  if (choice.kind !== 'line') throw new Error(choice.kind)
  return { kind: 'line', picks: new Map([...choice.picks, [item, who]]) }
}

describe('everybody who passed', () => {
  const s = standing('prequalification')
  const choice = firstChoice(s)
  it('is chosen together, without a name and without a reason', () => {
    expect(choice).toEqual({ kind: 'all' })
    expect([complete(s, choice), needsReason(s, choice), bodyOf(choice)]).toEqual([true, false, {}])
  })
  it('is who passed, and nobody else', () =>
    expect(sharesOf(s, linesOf(s, choice)).map((x) => [x.name, x.amount])).toEqual([
      ['A', undefined],
      ['B', undefined],
    ]))
})

describe('one bid', () => {
  const s = standing('tender')
  it('is the best until another is chosen, which wants a reason', () => {
    expect(firstChoice(s)).toEqual({ kind: 'one', submission: 'a' })
    expect(needsReason(s, firstChoice(s))).toBe(false)
    expect(needsReason(s, { kind: 'one', submission: 'b' })).toBe(true)
    expect(complete(s, { kind: 'one', submission: undefined })).toBe(false)
    expect(bodyOf({ kind: 'one', submission: 'b' })).toEqual({ submission_id: 'b' })
  })
  it('is proposed once, and another choice anew', () => {
    const told = standing('tender', { recommendation: { lines: [{ submission_id: 'b' }] } })
    expect(firstChoice(told)).toEqual({ kind: 'one', submission: 'b' })
    expect(proposed(told, firstChoice(told))).toBe(true)
    expect(proposed(told, { kind: 'one', submission: 'a' })).toBe(false)
    expect(sharesOf(s, linesOf(s, firstChoice(s)))[0]?.amount).toBe('100')
  })
})

describe('item by item', () => {
  const s = trucks()
  it('begins with the best of each', () => {
    expect(bodyOf(firstChoice(s)).lines).toEqual([
      { item_id: '1', submission_id: 'a' },
      { item_id: '2', submission_id: 'b' },
      { item_id: '3', submission_id: 'a' },
    ])
    expect(needsReason(s, firstChoice(s))).toBe(false)
  })
  it('wants a reason for an item that goes to another, or to nobody', () => {
    expect(needsReason(s, with_(s, '1', 'b'))).toBe(true)
    expect(needsReason(s, with_(s, '3', null))).toBe(true)
    expect(bodyOf(with_(s, '3', null)).lines).toHaveLength(2)
  })
  it('is nothing to propose when nobody gets anything', () => {
    const picks = new Map(['1', '2', '3'].map((item) => [item, null]))
    expect(complete(s, { kind: 'line', picks })).toBe(false)
  })
  it('begins with nobody for an item that does not fetch its reserve, which is the reason', () => {
    const below = { ...offer('2', 'b', 1, '20.0000'), below_reserve: true }
    const some = trucks({ offers: [offer('1', 'a', 1, '700.5000'), below] })
    expect(bodyOf(firstChoice(some)).lines).toEqual([{ item_id: '1', submission_id: 'a' }])
    expect(needsReason(some, firstChoice(some))).toBe(false)
    const none = trucks({ offers: [below] })
    expect(bodyOf(firstChoice(none)).lines).toEqual([])
    expect([complete(none, firstChoice(none)), needsReason(none, firstChoice(none))]).toEqual([
      true,
      true,
    ])
  })
  it('adds up for each bidder what it gets', () =>
    expect(
      sharesOf(s, linesOf(s, firstChoice(s))).map((x) => [x.name, x.items.length, x.amount]),
    ).toEqual([
      ['A', 2, '700.75'],
      ['B', 1, '20'],
    ]))
  it('keeps what was proposed, items that nobody gets as well', () => {
    const told = trucks({ recommendation: { lines: [{ submission_id: 'b', item_id: '1' }] } })
    const choice = firstChoice(told)
    expect(bodyOf(choice).lines).toEqual([{ item_id: '1', submission_id: 'b' }])
    expect(proposed(told, choice)).toBe(true)
    expect(proposed(told, firstChoice(trucks()))).toBe(false)
  })
})

it('is nobody where nobody passed, with a reason', () => {
  const s = standing('tender', { bids: [bid('c', undefined, false)] })
  expect(kindOf(s)).toBe('none')
  expect(needsReason(s, firstChoice(s))).toBe(true)
  expect([complete(s, firstChoice(s)), bodyOf(firstChoice(s))]).toEqual([true, {}])
})
