import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NetworkError } from '@zabuni/api/error'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { BidForm } from './bid-form.tsx'
import type { Place, Room } from './queries.ts'

const found = {
  id: 'c',
  currency: 'KES',
  timezone: 'Africa/Nairobi',
  blocked: false,
  view: { phase: 'open', next_bid: '900', server_time: '2026-12-01T07:00:00Z' },
} as unknown as Room

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['auctions', 'errors', 'console'])
})
afterEach(cleanup)

// Nobody knows whether the first one arrived: under another key it would be bid twice.
it('asks again for the same bid by the same key, and for another one by its own', async () => {
  const sent: string[][] = []
  const place = (async (_: string, key: string, bid: { amount: string }) => {
    sent.push([key, bid.amount])
    throw new NetworkError('network')
  }) as unknown as Place
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BidForm found={found} lost={false} place={place} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Fill in/ }))
  await user.click(screen.getByRole('button', { name: 'Place bid' }))
  await user.click(await screen.findByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const amount = screen.getByLabelText<HTMLInputElement>(/^Price for all items/)
  await user.clear(amount)
  await user.type(amount, '850')
  await user.click(screen.getByRole('button', { name: 'Place bid' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  const [first, again, other] = sent
  expect(again).toEqual(first)
  expect(other?.[1]).toBe('850')
  expect(other?.[0]).not.toBe(first?.[0])
})
