import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import CartScreen from './cart.tsx'
import type { Cart, CartLine } from './queries.ts'

const line = (name: string, state: CartLine['state']) =>
  ({
    category_id: name,
    name,
    job_title: 'Water pumps',
    buyer_name: 'County Water',
    activity: 'tender',
    closes_at: '2126-11-30T14:00:00Z',
    timezone: 'Africa/Nairobi',
    fee: { value: '1500.0000', currency: 'KES' },
    state,
    ...(state === 'refused' ? { refused: 'entry.closed' } : {}),
  }) as CartLine
const open = async (items: CartLine[], privileges: string[] = ['MAKE_PAYMENTS']) => {
  setSession({ user_type: 'supplier', privileges } as Partial<Session> as Session)
  const cart: Cart = {
    items,
    providers: ['mpesa'],
    total: { value: '3000.0000', currency: 'KES' },
  }
  vi.stubGlobal('fetch', async () => Response.json(cart))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <CartScreen /> }])} />
    </QueryClientProvider>,
  )
  return screen.findByRole<HTMLButtonElement>('button', { name: 'Proceed to payment' })
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['payments', 'console', 'errors'])
  configureApi('supplier', { onSessionEnded: () => {} })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('goes on to payment with what can be paid', async () => {
  expect((await open([line('Pumps', 'payable'), line('Valves', 'payable')])).disabled).toBe(false)
})

it('does not with a category that cannot be paid any more', async () => {
  expect((await open([line('Pumps', 'payable'), line('Valves', 'refused')])).disabled).toBe(true)
  expect(screen.getByText('1 category cannot be paid now. Remove it to go on.')).toBeTruthy()
})

it('does not for who may not pay', async () => {
  expect((await open([line('Pumps', 'payable')], [])).disabled).toBe(true)
})
