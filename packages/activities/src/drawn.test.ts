import { expect, it } from 'vitest'
import { drawnOf, type Policy } from './drawn.ts'
import { POLICIES } from './policies.gen.ts'

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
