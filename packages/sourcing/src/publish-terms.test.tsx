import { cleanup, render, screen } from '@testing-library/react'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { PublishTerms } from './publish-terms.tsx'

const category = (n: number, more = {}) => ({
  id: `c${n}`,
  number: String(n),
  name: `Pumps ${n}`,
  opens_at: '2026-11-23T05:00:00Z',
  closes_at: '2026-12-07T14:00:00Z',
  bid_fee: '0.0000',
  currency: 'KES',
  invited_only: false,
  ...more,
})

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('sourcing')
})
afterEach(cleanup)

it('says what cannot be changed afterwards, each by its own word', () => {
  const two = [category(1), category(2, { bid_fee: '1500.0000', invited_only: true })]
  const { container } = render(<PublishTerms lead="Sure?" categories={two} zone="Africa/Nairobi" />)
  const said = container.textContent?.replaceAll('\u00a0', ' ')
  const times = 'Opens23-11-2026 08:00 AM GMT+3Closes07-12-2026 05:00 PM GMT+3'
  expect(said).toContain(`1 · Pumps 1${times}Bid feeFree`)
  expect(said).toContain(`2 · Pumps 2${times}Bid feeKES 1,500.00`)
})

it('says how many more there are than it shows', () => {
  const ten = Array.from({ length: 10 }, (_, n) => category(n))
  render(<PublishTerms lead="Sure?" categories={ten} zone="UTC" />)
  expect(screen.getAllByText(/ · Pumps/)).toHaveLength(8)
  expect(screen.getByText('And 2 more categories.')).toBeTruthy()
})
