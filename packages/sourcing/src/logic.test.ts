import { POLICIES } from '@zabuni/activities/policies.gen'
import {
  editable,
  ended,
  jobReached,
  lifeSteps,
  nextDate,
  reached,
  unpublished,
} from '@zabuni/activities/status'
import { optionsFor, type ResponseType } from '@zabuni/api/response-types'
import { isZero, more, short, sum } from '@zabuni/i18n/decimal'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { describe, expect, it } from 'vitest'
import { moved } from './category/use-order.ts'
import { bodyOf, fieldsOf, type Step, usualDates, valuesOf } from './forms/category-values.ts'
import { questionBody, questionValues } from './forms/question-values.ts'
import { isSheet, nextNumber, pastedLines, totals } from './items/lines.ts'

describe('a status that is not known yet', () => {
  const later = JSON.parse('{"status":"suspended"}')
  it('lets nothing be changed and counts for nothing', () => {
    expect(unpublished(later)).toBe(false)
    expect(editable(later)).toBe(false)
    expect(ended(later)).toBe(true)
    expect(jobReached({ envelopes: [], selects: 'one', steps: [] }, [later])).toBe(0)
  })
})

describe('times of a zone', () => {
  it.each([
    ['2026-12-31T17:00', 'Africa/Nairobi', '2026-12-31T14:00:00.000Z'],
    ['2026-12-31T17:00', 'UTC', '2026-12-31T17:00:00.000Z'],
    // The clocks change on this day in Lisbon.
    ['2027-03-28T12:00', 'Europe/Lisbon', '2027-03-28T11:00:00.000Z'],
    ['2027-03-28T00:30', 'Europe/Lisbon', '2027-03-28T00:30:00.000Z'],
    // They are turned back between this hour and the same in UTC: one look at the zone is not enough.
    ['2026-10-25T01:30', 'Europe/Paris', '2026-10-24T23:30:00.000Z'],
  ])('%s in %s', (wall, zone, iso) => {
    expect(fromWall(wall, zone)).toBe(iso)
    expect(toWall(iso, zone)).toBe(wall)
  })
  it('has nothing for no date', () => {
    expect(fromWall('', 'UTC')).toBe('')
    expect(toWall(undefined, 'UTC')).toBe('')
  })
  it('offers a new category a whole period from tomorrow morning', () => {
    const now = Date.parse('2026-11-21T22:30:00Z') // past midnight in Nairobi
    expect(usualDates(now, 21, 'Africa/Nairobi')).toEqual({
      opens_at: '2026-11-23T08:00',
      closes_at: '2026-12-14T17:00',
    })
  })
})

describe('decimals', () => {
  it('adds without a binary fraction', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3')
    expect(sum(['70', '30.000000', undefined])).toBe('100')
    expect(sum(['9007199254740993', '0.000001'])).toBe('9007199254740993.000001')
    expect(sum(['-1.5', '0.5'])).toBe('-1')
  })
  it('compares, shortens and recognises', () => {
    expect(more('100.000001', '100')).toBe(true)
    expect(more('99.9', '100')).toBe(false)
    expect(short('3.500000')).toBe('3.5')
    expect(short('100')).toBe('100')
    expect(isZero('0.0000')).toBe(true)
  })
})

describe('life', () => {
  const policy = (activity: string) => {
    const found = POLICIES.find((p) => p.activity === activity)
    if (!found) throw new Error(activity)
    return found
  }
  const tender = policy('tender')
  const at = { opens_at: '2026-12-01T00:00:00Z', closes_at: '2026-12-20T00:00:00Z' }
  it('is as far as the least advanced category that was published', () => {
    expect(jobReached(tender, [])).toBe(0)
    expect(jobReached(tender, [{ status: 'open' }, { status: 'draft' }])).toBe(2)
    expect(jobReached(tender, [{ status: 'draft' }])).toBe(0)
    expect(jobReached(tender, [{ status: 'evaluated' }, { status: 'cancelled' }])).toBe(6)
    expect(reached(tender, { status: 'opening' })).toBe(3)
  })
  it('has been no further than is sure where it ended without an award', () => {
    expect(reached(tender, { status: 'unsuccessful' })).toBe(3)
    expect(reached(tender, { status: 'unsuccessful' }, true)).toBe(6)
    expect(reached(policy('rfq'), { status: 'unsuccessful' }, true)).toBe(5)
    expect(reached(tender, { status: 'cancelled' })).toBe(1)
    expect(reached(tender, { status: 'cancelled', closed_at: at.closes_at })).toBe(3)
    expect(reached(tender, { status: 'withdrawn' })).toBe(0)
    expect(jobReached(tender, [{ status: 'unsuccessful' }, { status: 'withdrawn' }])).toBe(3)
    expect(jobReached(tender, [{ status: 'unsuccessful' }, { status: 'open' }])).toBe(2)
    const line = lifeSteps(tender, 3, {}, (key) => key, 'Unsuccessful')
    expect(line.map((s) => [s.label, s.state])).toEqual([
      ['draft', 'done'],
      ['published', 'done'],
      ['open', 'done'],
      ['closed', 'done'],
      ['Unsuccessful', 'current'],
    ])
  })
  it('knows what nobody but its authors has seen', () => {
    expect(unpublished({ status: 'hidden' })).toBe(true)
    expect(unpublished({ status: 'approved' })).toBe(false)
  })
  it('tells the next date', () => {
    const now = Date.parse('2026-11-21T00:00:00Z')
    expect(nextDate([{ status: 'approved', ...at }], now)).toEqual({
      key: 'opens',
      at: at.opens_at,
    })
    expect(nextDate([{ status: 'open', ...at }], now)?.key).toBe('closes')
    expect(nextDate([{ status: 'draft', ...at }], now)).toBeUndefined()
  })
  it('draws the steps around the present one', () => {
    const states = lifeSteps(tender, 2, {}, (key) => key).map((s) => s.state)
    expect(states).toEqual(['done', 'done', 'current', 'next', 'next', 'next', 'next', 'next'])
  })
  it('has a step for every envelope, and the end that the activity has', () => {
    const after = (activity: string) =>
      lifeSteps(policy(activity), 0, {}, (key) => key)
        .map((s) => s.key)
        .slice(4)
    expect(Object.fromEntries(POLICIES.map((p) => [p.activity, after(p.activity)]))).toEqual({
      prequalification: ['opened', 'evaluated', 'listed'],
      expression_of_interest: ['opened', 'evaluated', 'listed'],
      tender: ['opened', 'prices', 'evaluated', 'awarded'],
      rfq: ['opened', 'evaluated', 'awarded'],
      asset_disposal: ['opened', 'evaluated', 'awarded'],
      supplier_registration: ['opened', 'evaluated', 'listed'],
      risk_management: ['opened', 'evaluated', 'decided'],
      reverse_auction: ['opened', 'evaluated', 'awarded'],
      forward_auction: ['opened', 'evaluated', 'awarded'],
    })
    // One envelope with answers and prices: its bids are open when its prices are.
    expect(reached(policy('rfq'), { status: 'financial_opened' })).toBe(4)
    expect(reached(tender, { status: 'financial_opened' })).toBe(5)
  })
})

describe('order', () => {
  it('moves one and keeps the rest', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a'], 4, 0)).toEqual(['a'])
  })
})

describe('items', () => {
  const item = (number: string, unit: string, quantity: string) =>
    ({ id: number, number, unit, quantity, code: '', description: '', classification: '' }) as never
  const items = [item('1', 'pcs', '4'), item('9', 'lot', '1.5'), item('x', 'pcs', '6.25')]
  it('go on after the highest number', () => {
    expect(nextNumber(items)).toBe('10')
    expect(nextNumber([])).toBe('1')
  })
  it('are summed by unit', () => {
    expect(totals(items)).toEqual([
      { unit: 'pcs', lines: 2, quantity: '10.25' },
      { unit: 'lot', lines: 1, quantity: '1.5' },
    ])
  })
  it('are recognised out of a spreadsheet', () => {
    expect(pastedLines('a\tb\r\n\r\nc\td\n')).toBe(2)
    expect(isSheet('Rotor, 24 places')).toBe(false)
    expect(isSheet('Rotor\tpcs\t4')).toBe(true)
  })
})

const rule = (type: ResponseType, more: object = {}) => ({
  type,
  options: false,
  many: false,
  fixed: [],
  bands: false,
  ...more,
})

describe('questions', () => {
  const yesNo = rule('yes_no', { fixed: ['yes', 'no'] })
  const selection = rule('selection', { options: true })
  const values = questionValues(null, 's1')
  it('get the options that their kind of answer has', () => {
    const scored = [{ label: 'yes', score: '5' }]
    expect(optionsFor(yesNo, scored)).toEqual([
      { label: 'yes', score: '5' },
      { label: 'no', score: '' },
    ])
    expect(optionsFor(selection, scored)).toHaveLength(2)
    expect(optionsFor(selection, [{ label: 'Own', score: '' }])).toEqual([
      { label: 'Own', score: '' },
    ])
    expect(optionsFor(rule('text'), scored)).toEqual([])
  })
  it('send only what their kind of answer has', () => {
    const all = {
      ...values,
      max_score: '10',
      options: [{ label: 'yes', score: '10' }],
      bands: [{ lower: '', upper: ' 5 ', score: '' }],
    }
    expect(questionBody(all, yesNo)).not.toHaveProperty('options')
    // What was typed while it was scored is no score of a question that is not.
    expect(questionBody(all, selection).options).toEqual([{ label: 'yes' }])
    expect(questionBody({ ...all, scored: true }, yesNo)).toMatchObject({
      max_score: '10',
      options: [{ label: 'yes', score: '10' }],
    })
    const number = questionBody({ ...all, scored: true }, rule('number', { bands: true }))
    expect(number).toMatchObject({ bands: [{ upper: '5', score: '0' }] })
    expect(number).not.toHaveProperty('options')
  })
})

describe('categories', () => {
  const fresh = {
    zone: 'Africa/Nairobi',
    currency: 'KES',
    openers: 2,
    without: [],
    minDays: 0,
    now: Date.parse('2026-11-21T09:00:00Z'),
  }
  it('send only the fields that their activity has', () => {
    const values = { ...valuesOf(null, fresh), name: 'Centrifuges', bid_fee: '1500' }
    const body = bodyOf(values, ['pass_mark', 'openers'], fresh.zone)
    expect(body).toMatchObject({
      name: 'Centrifuges',
      currency: 'KES',
      pass_mark: '70',
      openers: 2,
      opens_at: '2026-11-22T05:00:00.000Z',
    })
    expect(body).not.toHaveProperty('bid_fee')
    expect(body).not.toHaveProperty('technical_weight')
    expect(body).not.toHaveProperty('invited_only')
    expect(body).not.toHaveProperty('without')
  })
  it('lack what goes with a step that they do without, and say so', () => {
    const rfq = POLICIES.find((p) => p.activity === 'rfq')
    if (!rfq) throw new Error('no rfq')
    expect(rfq.usually_without).toEqual(['criteria'])
    expect(fieldsOf(rfq, [])).toEqual(rfq.fields)
    expect(fieldsOf(rfq, ['criteria'])).toEqual(['estimate', 'reserved_for', 'without', 'openers'])
    const of = (without: Step[]) => {
      const values = valuesOf(null, { ...fresh, without })
      return bodyOf(values, fieldsOf(rfq, values.without), fresh.zone)
    }
    expect(of(['criteria'])).toMatchObject({ without: ['criteria'] })
    expect(of(['criteria'])).not.toHaveProperty('technical_weight')
    expect(of([])).toMatchObject({ without: [], technical_weight: '70' })
  })
})
