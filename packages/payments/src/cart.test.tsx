import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import CartScreen from './cart.tsx'
import type { Cart, CartLine, Order } from './queries.ts'

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
const open = async (
  items: CartLine[],
  privileges: string[] = ['MAKE_PAYMENTS'],
  underWay: Order[] = [],
  answers?: (path: string, request: Request) => Response | undefined,
) => {
  setSession({ user_type: 'supplier', privileges } as Partial<Session> as Session)
  const cart: Cart = {
    items,
    under_way: underWay,
    providers: ['mpesa'],
    total: { value: '3000.0000', currency: 'KES' },
  }
  vi.stubGlobal('fetch', async (asked: Request) => {
    const answer = answers?.(new URL(asked.url).pathname, asked)
    return answer ?? Response.json(cart)
  })
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

it('asks for the same order again after an answer that was lost, and for another after a refusal', async () => {
  const sent: string[] = []
  const lost = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({}, { status: 504 }),
    () => Response.json({ status: 409, code: 'payment.cart_empty' }, { status: 409 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]
  const button = await open([line('Pumps', 'payable')], ['MAKE_PAYMENTS'], [], (path, asked) => {
    if (!path.endsWith('/cart/checkout/')) return
    sent.push(asked.headers.get('idempotency-key') ?? '')
    return lost[sent.length - 1]?.() as Response
  })
  for (const presses of [1, 2, 3, 4]) {
    fireEvent.click(button)
    await waitFor(() => expect(sent.length).toBe(presses))
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  }
  const [first, second, third, fourth] = sent
  expect(first).toBeTruthy()
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

it('sets what is being paid apart, and gives it up only once it said what becomes of money', async () => {
  const order = {
    id: 'o1',
    number: 'ZB-7K2M-9QX4',
    status: 'processing',
    amount: { value: '2500.0000', currency: 'KES' },
    created_at: '2026-11-24T09:00:00Z',
    lines: [line('Generators', 'payable')],
    attempt: { provider: 'bank', status: 'processing', created_at: '2026-11-24T09:05:00Z' },
  } as unknown as Order
  const prompt = {
    ...order,
    id: 'o2',
    number: 'ZB-AD1W-NKHR',
    lines: [line('Cables', 'payable')],
    attempt: { ...order.attempt, provider: 'mpesa' },
  } as unknown as Order
  let left = 0
  const button = await open(
    [line('Pumps', 'payable')],
    ['MAKE_PAYMENTS'],
    [order, prompt],
    (path) => {
      if (!path.endsWith('/leave/')) return
      left++
      return Response.json({ ...order, status: 'expired' })
    },
  )
  expect(button.disabled).toBe(false)
  const [transfer, asked] = [order, prompt].map((o) =>
    within(screen.getByRole('listitem', { name: o.number })),
  )
  expect(transfer?.getByText('Waits for your transfer')).toBeTruthy()
  expect(transfer?.getByText('KES 2,500.00')).toBeTruthy()
  expect(transfer?.getByRole('link', { name: 'Go to the payment' }).getAttribute('href')).toBe(
    '/supplier/payment/bank?order=o1',
  )
  expect(asked?.getByText('We have not heard yet')).toBeTruthy()
  expect(asked?.queryByRole('button', { name: 'Give it up' })).toBeNull()
  fireEvent.click(transfer?.getByRole('button', { name: 'Give it up' }) as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Give up the payment of order ZB-7K2M-9QX4?')).toBeTruthy()
  expect(
    dialog.getByText(/KES 2,500.00 for Generators.*do not send it again.*cannot be undone/),
  ).toBeTruthy()
  expect(left).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Give it up' }))
  await waitFor(() => expect(left).toBe(1))
})
