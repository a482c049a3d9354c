import { POLICIES } from '@zabuni/activities/policies.gen'
import { describe, expect, it } from 'vitest'
import { drawnOf, nextStep, type Policy } from './drawn.ts'

const qualified = {
  scored: true,
  checked: false,
  figures: ['technical'],
  ranked: false,
  order: 'unranked',
  shares: false,
  byLine: false,
  ties: [],
}
const weighed = {
  scored: true,
  checked: false,
  figures: ['technical', 'price', 'financial', 'combined'],
  ranked: true,
  order: 'weighed',
  shares: true,
  byLine: false,
  ties: ['higher_technical', 'lower_price', 'earlier_receipt'],
}
const checked = { ...qualified, scored: false, checked: true, figures: [] }
const auction = {
  ...weighed,
  figures: ['technical', 'price'],
  order: 'lowest',
  shares: false,
  ties: ['lower_price', 'earlier_receipt'],
}
const DRAWN: Record<string, { envelopes: string[]; openers: number; drawn: unknown }> = {
  prequalification: { envelopes: ['technical'], openers: 1, drawn: qualified },
  expression_of_interest: { envelopes: ['technical'], openers: 1, drawn: qualified },
  tender: { envelopes: ['technical', 'financial'], openers: 2, drawn: weighed },
  rfq: { envelopes: ['bid'], openers: 1, drawn: weighed },
  asset_disposal: {
    envelopes: ['bid'],
    openers: 2,
    drawn: {
      ...qualified,
      scored: false,
      figures: ['price'],
      ranked: true,
      order: 'highest',
      byLine: true,
      ties: ['higher_price', 'higher_technical', 'earlier_receipt'],
    },
  },
  supplier_registration: { envelopes: ['technical'], openers: 0, drawn: checked },
  risk_management: { envelopes: ['technical'], openers: 0, drawn: checked },
  reverse_auction: { envelopes: ['technical'], openers: 1, drawn: auction },
  forward_auction: {
    envelopes: ['technical'],
    openers: 1,
    drawn: { ...auction, order: 'highest', ties: ['higher_price', 'earlier_receipt'] },
  },
}

it('draws of each activity what its policy has, and nothing else', () => {
  const all = POLICIES.map((p) => [
    p.activity,
    { envelopes: p.envelopes.map((e) => e.name), openers: p.openers, drawn: drawnOf(p) },
  ])
  expect(Object.fromEntries(all)).toEqual(DRAWN)
})

it('draws prices alone of a quotation that asks no questions', () => {
  const rfq = POLICIES.find((p) => p.activity === 'rfq')
  const plain = {
    ...rfq,
    steps: rfq?.steps.filter((s) => s !== 'criteria'),
    method: 'best_price',
    weighs: false,
  } as Policy
  expect(drawnOf(plain)).toMatchObject({ scored: false, figures: ['price'], order: 'lowest' })
})

describe('the next step', () => {
  const at = (activity: string, status: string, more = {}) => {
    const policy = POLICIES.find((p) => p.activity === activity)
    if (!policy) throw new Error(activity)
    const bids: { technical_pass?: boolean }[] = [{}]
    return nextStep({ policy, status, my_interest: 'none', my_final: false, bids, ...more })
  }
  const fixed = [{ technical_pass: true }]
  it('is scoring, then the results, then the prices, then the ranking of a tender', () => {
    expect(at('tender', 'technical_evaluation').act).toBe('finish')
    expect(at('tender', 'technical_evaluation', { my_final: true }).act).toBe('judge')
    expect(at('tender', 'technical_evaluation', { my_final: true, bids: fixed })).toEqual({
      act: null,
      waitsForPrices: true,
    })
    expect(at('tender', 'financial_opened', { my_final: true, bids: fixed }).act).toBe('rank')
  })
  it('is scoring and the results where there is one envelope', () => {
    expect(at('prequalification', 'technical_evaluation').act).toBe('finish')
    expect(at('prequalification', 'technical_evaluation', { my_final: true }).act).toBe('rank')
    expect(at('rfq', 'financial_opened').act).toBe('finish')
  })
  it('asks nobody to score what nobody scores', () => {
    expect(at('supplier_registration', 'technical_evaluation').act).toBe('rank')
    expect(at('asset_disposal', 'financial_opened').act).toBe('rank')
  })
  it('is none before an envelope is open and after the results', () => {
    expect(at('tender', 'closed')).toEqual({ act: null, waitsForPrices: false })
    expect(at('tender', 'evaluated', { bids: fixed })).toEqual({
      act: null,
      waitsForPrices: false,
    })
  })
})
