import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { BidForm } from './bid-form.tsx'
import type { Place, Room } from './queries.ts'

/** The room at a second, and what my company bid there last. */
const room = (second: number, own?: string) => {
  const at = `2026-11-28T00:00:0${second}Z`
  const lines = own ? [{ kind: 'bid', mine: true, amount: own, at, alias: 1, n: 1 }] : []
  return {
    id: 'room',
    currency: 'KES',
    timezone: 'Africa/Nairobi',
    view: { phase: 'open', server_time: at, own, rank: own ? 2 : undefined, lines },
  } as unknown as Room
}

const cache = new QueryClient()
const form = (found: Room, lost: boolean, place: Place) => (
  <QueryClientProvider client={cache}>
    <BidForm found={found} lost={lost} place={place} />
  </QueryClientProvider>
)
const price = () => screen.findByLabelText(/^Price for all items/)

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['auctions', 'common', 'errors', 'console'])
})
afterEach(cleanup)

/** A line that takes bids and brings no answers until it is mended. */
const line = () => {
  const sent: [string, string][] = []
  let broken = true
  const place = (async (_id: string, key: string, { amount }: { amount: string }) => {
    sent.push([key, amount])
    if (broken) throw new Error('no answer')
    return { amount, at: '2026-11-28T00:00:09Z', view: { rank: 1 } }
  }) as unknown as Place
  return { sent, place, mend: () => (broken = false) }
}

it('says by itself that a bid arrived once the room answers again, and sends nothing', async () => {
  const { sent, place } = line()
  const user = userEvent.setup()
  const shown = render(form(room(1), false, place))
  await user.type(await price(), '4020000')
  await user.click(screen.getByRole('button', { name: 'Place bid' }))
  await screen.findByText(/We do not know whether/)
  shown.rerender(form(room(1), true, place))
  shown.rerender(form(room(6, '4020000.00'), false, place))
  await screen.findByText(/stands, at rank 2/)
  expect(screen.getByRole('button', { name: 'Place bid' })).toBeTruthy()
  expect(sent).toHaveLength(1)
})

it('leaves it to the bidder to ask where the room has another bid, or none', async () => {
  const { sent, place } = line()
  const user = userEvent.setup()
  const shown = render(form(room(1), false, place))
  await user.type(await price(), '4020000')
  await user.click(screen.getByRole('button', { name: 'Place bid' }))
  await screen.findByText(/We do not know whether/)
  for (const own of [undefined, '4030000']) {
    shown.rerender(form(room(6, own), false, place))
    expect(screen.getByText(/We do not know whether/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy()
  }
  expect(sent).toHaveLength(1)
})

it('places another price as another bid, and says so on the button', async () => {
  const { sent, place } = line()
  const user = userEvent.setup()
  render(form(room(1), false, place))
  await user.type(await price(), '4020000')
  await user.click(screen.getByRole('button', { name: 'Place bid' }))
  expect(await screen.findByRole('button', { name: 'Ask again' })).toBeTruthy()
  await user.clear(await price())
  await user.type(await price(), '4010000')
  await user.click(await screen.findByRole('button', { name: 'Place bid' }))
  await waitFor(() => expect(sent.at(-1)?.[1]).toBe('4010000'))
  expect(sent.at(-1)?.[0]).not.toBe(sent[0]?.[0])
})
