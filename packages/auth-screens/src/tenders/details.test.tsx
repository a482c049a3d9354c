import { cleanup, render, screen } from '@testing-library/react'
import { startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import Tender from './details.tsx'
import type { TenderDetails } from './queries.ts'

const tender: TenderDetails = {
  id: '01900000-0000-7000-8000-000000000001',
  reference: 'ZB/TN/2026/0001',
  title: 'Pumps',
  activity: 'tender',
  buyer: 'County',
  country: 'KE',
  state: 'open',
  closes_at: '2026-12-07T09:00:00Z',
  timezone: 'Africa/Nairobi',
  published_at: '2026-11-27T09:00:00Z',
  changed_at: '2026-11-27T09:00:00Z',
  categories: 1,
  description: '',
  lots: [],
  items: [],
  documents: [],
  answers: [],
  changes: [],
  awards: [],
  contracts: [],
}

const lot = (
  id: string,
  change: Partial<TenderDetails['lots'][number]>,
): TenderDetails['lots'][number] => ({
  id,
  title: `Lot ${id}`,
  description: '',
  status: 'active',
  closes_at: '2026-12-07T09:00:00Z',
  reserved_group: '',
  ...change,
})

/** The text of the page of a tender. */
const page = async (change: Partial<TenderDetails>): Promise<string> => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async (input) =>
      new Response(
        JSON.stringify(
          String(input instanceof Request ? input.url : input).includes('/tenders/')
            ? { ...tender, ...change }
            : {},
        ),
        { headers: { 'content-type': 'application/json' } },
      ),
  )
  render(<Tender />)
  await screen.findByRole('heading', { name: 'Pumps' })
  return document.body.textContent ?? ''
}

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

describe('a public tender', () => {
  it('says when it was called off, and not that it has closed', async () => {
    const text = await page({ state: 'ended', cancelled_at: '2026-11-28T06:30:00Z' })
    expect(text).toContain('Cancelled 28-11-2026 09:30 AM')
    expect(text).not.toContain('07-12-2026')
  })
  it('says of lots that differ when each closes, and nothing of one that was called off', async () => {
    const lots = [
      lot('1', { status: 'complete', closes_at: '2026-11-28T09:00:00Z' }),
      lot('2', {}),
      lot('3', { status: 'cancelled', closes_at: '2026-12-24T09:00:00Z' }),
    ]
    const text = await page({ lots })
    expect(text).toContain('Closing: 28-11-2026 12:00 PM')
    expect(text).toContain('Closing: 07-12-2026 12:00 PM')
    expect(text).not.toContain('24-12-2026')
    cleanup()
    expect(await page({ lots: lots.slice(1) })).not.toContain('Closing:')
  })
  it('names the group for which a lot is kept', async () => {
    expect(await page({ lots: [lot('1', { reserved_group: 'Owned by women' })] })).toContain(
      'Only for members of: Owned by women',
    )
  })
  it('says what a bid costs as long as bids are taken', async () => {
    const fee = { value: '1500.0000', currency: 'KES' }
    expect(await page({ lots: [lot('1', { fee }), lot('2', {})] })).toMatch(
      /Lot 1Going onBid fee: KES\s1,500\.00Sign in to bid: Lot 1Lot 2Going onSign in/,
    )
    cleanup()
    expect(await page({ lots: [lot('1', { fee, status: 'complete' })] })).not.toContain('Bid fee')
  })
  it('calls completed what led to a list, and awarded what somebody won', async () => {
    const lots = [lot('1', { status: 'complete' })]
    expect(await page({ state: 'completed', lots })).toMatch(/Completed.*Lot 1Completed/)
    cleanup()
    const awards: TenderDetails['awards'] = [
      {
        id: 'a',
        category_id: '1',
        status: 'pending',
        winner: 'Wells Ltd',
        decided_at: '2026-12-08T09:00:00Z',
        amount: { value: '400', currency: 'KES' },
      },
    ]
    expect(await page({ state: 'awarded', lots, awards })).toMatch(
      /Lot 1Awarded.*Wells LtdNot final yet/,
    )
  })
  it('tells a moved closing where the job is', async () => {
    const changes = [
      {
        id: 'c',
        title: 'A holiday',
        body: '',
        at: '2026-11-28T09:00:00Z',
        closes_at: '2026-12-08T09:00:00Z',
      },
    ]
    expect(await page({ changes })).toContain('Bids close 08-12-2026 12:00 PM')
  })
  it('leads whoever signs in to bid to the category, each of several to its own', async () => {
    const ways = () =>
      screen.getAllByRole('link', { name: /^Sign in to bid/ }).map((a) => a.getAttribute('href'))
    await page({ lots: [lot('1', {}), lot('2', { status: 'cancelled' })] })
    expect(ways()).toEqual(['/login?returnUrl=%2Fsupplier%2Fcategory%2F1'])
    cleanup()
    await page({ lots: [lot('1', {}), lot('2', {})] })
    expect(ways()).toEqual([
      '/login?returnUrl=%2Fsupplier%2Fcategory%2F1',
      '/login?returnUrl=%2Fsupplier%2Fcategory%2F2',
    ])
    cleanup()
    await page({ state: 'awarded', lots: [lot('1', {})] })
    expect(screen.queryByRole('link', { name: /^Sign in to bid/ })).toBeNull()
  })
  it('says its kind, and how long it takes bids yet', async () => {
    expect(await page({ closes_at: '2126-12-07T09:00:00Z' })).toMatch(/\d+ days.*KindTender/)
  })
})
