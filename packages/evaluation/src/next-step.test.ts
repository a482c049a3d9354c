import { POLICIES } from '@zabuni/activities/policies.gen'
import { describe, expect, it } from 'vitest'
import { nextStep } from './next-step.ts'

describe('the next step', () => {
  const at = (activity: string, status: string, more = {}) => {
    const policy = POLICIES.find((p) => p.activity === activity)
    if (!policy) throw new Error(activity)
    const desk = { my_interest: 'none', my_final: false, bids: [{}], settled: false } as const
    return nextStep({ policy, status, ...desk, ...more })
  }
  it('is scoring, then the results, then the prices, then the ranking of a tender', () => {
    expect(at('tender', 'technical_evaluation').act).toBe('finish')
    expect(at('tender', 'technical_evaluation', { my_final: true }).act).toBe('judge')
    expect(at('tender', 'technical_evaluation', { my_final: true, settled: true })).toEqual({
      act: null,
      waitsForPrices: true,
    })
    expect(at('tender', 'financial_opened', { my_final: true, settled: true }).act).toBe('rank')
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
  it('is no ranking where prices are live, until their room is closed', () => {
    const mine = { my_final: true }
    const done = { ...mine, settled: true }
    const status = 'technical_evaluation'
    expect(at('reverse_auction', status, { live: 'ahead' }).act).toBe('finish')
    expect(at('reverse_auction', status, { ...mine, live: 'ahead' }).act).toBe('judge')
    expect(at('reverse_auction', status, { ...done, live: 'ahead' })).toMatchObject({
      act: null,
      waitsForRoom: 'ahead',
    })
    for (const more of [{}, mine, done])
      expect(at('reverse_auction', status, { ...more, live: 'running' })).toMatchObject({
        act: null,
        waitsForRoom: 'running',
      })
    expect(at('forward_auction', status, { live: 'over' }).act).toBe('finish')
    expect(at('forward_auction', status, { ...done, live: 'over' })).toMatchObject({
      act: 'rank',
      waitsForRoom: undefined,
    })
    expect(at('forward_auction', 'evaluated', { ...done, live: 'over' }).act).toBeNull()
  })
  it('is the ranking of a closed room where no papers were asked for', () => {
    const found = POLICIES.find((p) => p.activity === 'reverse_auction')
    if (!found) throw new Error('no auction')
    const policy = { ...found, envelopes: [] }
    const desk = { policy, my_final: false, bids: [], settled: true } as const
    expect(nextStep({ ...desk, status: 'open' }).act).toBeNull()
    expect(nextStep({ ...desk, status: 'closed', live: 'running' })).toEqual({
      act: null,
      waitsForPrices: false,
      waitsForRoom: 'running',
    })
    expect(nextStep({ ...desk, status: 'closed', live: 'over' }).act).toBe('rank')
    expect(nextStep({ ...desk, status: 'evaluated', live: 'over' }).act).toBeNull()
  })
  it('is none before an envelope is open and after the results', () => {
    expect(at('tender', 'closed')).toEqual({ act: null, waitsForPrices: false })
    expect(at('tender', 'evaluated', { settled: true })).toEqual({
      act: null,
      waitsForPrices: false,
    })
  })
})
