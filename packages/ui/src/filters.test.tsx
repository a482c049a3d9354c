import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { columnsFor } from './data-table.tsx'
import type { Filter } from './filters.tsx'
import { List } from './list.tsx'
import { useListParams } from './list-params.tsx'

type Row = { id: string; name: string }
const column = columnsFor<Row>()
const columns = [column.accessor('name', { header: 'Name' })]
const STATUSES = ['draft', 'published', 'closed'] as const
const options = STATUSES.map((value) => ({ value, label: `${value} one` }))
const filters: readonly Filter[] = [
  { key: 'kind', label: 'Kind', options: [{ value: 'a', label: 'A' }] },
  { key: 'status', kind: 'many', label: 'Status', options },
  { key: 'closes', kind: 'days', label: 'Closes' },
]

const asked = vi.fn()
const Screen = ({ error }: { error?: Error }) => {
  const at = useListParams()
  asked({ status: at.many('status', STATUSES), ...at.days('closes') })
  return (
    <List
      at={at}
      query={{
        data: error ? undefined : { items: [{ id: '1', name: 'Road' }] },
        isPending: false,
        isPlaceholderData: false,
        isError: !!error,
        error,
        refetch: () => {},
      }}
      columns={columns}
      caption="Jobs"
      filters={filters}
      empty={{ title: 'No job yet' }}
    />
  )
}
const open = (at: string, error?: Error) => {
  const router = createMemoryRouter(
    [{ path: '/', element: <Screen {...(error ? { error } : {})} /> }],
    {
      initialEntries: [at],
    },
  )
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router, address: () => router.state.location.search }
}
const query = () => asked.mock.lastCall?.[0]

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  asked.mockClear()
})

it('takes several values, each an own word of the address, and names or counts them', async () => {
  const { user, address } = open('/?after=x')
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await user.click(await screen.findByRole('checkbox', { name: 'published one' }))
  await user.click(screen.getByRole('checkbox', { name: 'draft one' }))
  // In the order of the choices, on the first page.
  await waitFor(() => expect(address()).toBe('?status=draft&status=published'))
  expect(query()).toEqual({ status: ['draft', 'published'] })
  expect(screen.getByText('Status: draft one, published one')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'closed one' }))
  expect(await screen.findByText('Status (3)')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'draft one' }))
  await waitFor(() => expect(address()).toBe('?status=published&status=closed'))
})

it('is worked by the keyboard alone, and Escape gives the focus back', async () => {
  const { user, address } = open('/')
  screen.getByRole('button', { name: 'Status' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('checkbox', { name: 'draft one' })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'draft one' })),
  )
  await user.keyboard(' ')
  await waitFor(() => expect(address()).toBe('?status=draft'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Status: draft one')
})

it('takes days as people type them, and tells what is none', async () => {
  const { user, address } = open('/')
  await user.click(screen.getByRole('button', { name: 'Closes' }))
  const from = await screen.findByLabelText('From')
  await user.type(from, '31-02-2026')
  await user.tab()
  expect(screen.getByText(/There is no such day/)).toBeTruthy()
  expect(address()).toBe('')
  await user.clear(from)
  await user.type(from, '01-11-2026')
  await waitFor(() => expect(address()).toBe('?closes_from=2026-11-01'))
  expect(screen.getByText('Closes: from 01-11-2026')).toBeTruthy()
  const to = screen.getByLabelText('To')
  await user.type(to, '31-10-2026')
  expect(screen.getByText('The last day is before the first.')).toBeTruthy()
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(address()).toBe('?closes_from=2026-11-01')
  await user.clear(to)
  await user.type(to, '01-11-2026')
  await waitFor(() => expect(address()).toBe('?closes_from=2026-11-01&closes_to=2026-11-01'))
  expect(query()).toEqual({ status: [], closes_from: '2026-11-01', closes_to: '2026-11-01' })
  expect(screen.getByText('Closes: 01-11-2026 – 01-11-2026')).toBeTruthy()
})

const SET = '?kind=a&status=draft&status=closed&closes_from=2026-11-01&closes_to=2026-11-30'
it('is what the address says, taken off one by one or all at once', async () => {
  const { user, address, router } = open(`/${SET}&sort=name`)
  expect(query()).toEqual({
    status: ['draft', 'closed'],
    closes_from: '2026-11-01',
    closes_to: '2026-11-30',
  })
  expect((screen.getByLabelText('Kind') as HTMLSelectElement).value).toBe('a')
  await user.click(screen.getByRole('button', { name: 'Remove filter Closes' }))
  await waitFor(() => expect(address()).toBe('?kind=a&status=draft&status=closed&sort=name'))
  await user.click(screen.getByRole('button', { name: 'Remove filter Status' }))
  await waitFor(() => expect(address()).toBe('?kind=a&sort=name'))
  await router.navigate(`/${SET}`)
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe(''))
  expect(query()).toEqual({ status: [] })
})

it('follows the address when that changes under an open sheet', async () => {
  const { user, router } = open(`/${SET}`)
  await user.click(screen.getByRole('button', { name: /^Closes/ }))
  const from = (await screen.findByLabelText('From')) as HTMLInputElement
  expect(from.value).toBe('01-11-2026')
  await router.navigate('/?closes_from=2026-12-24')
  await waitFor(() => expect(from.value).toBe('24-12-2026'))
})

it.each([
  ['?status=draft&status=sleeping', 'Status: “sleeping”', ['draft'], '?status=draft'],
  ['?kind=zz', 'Kind: “zz”', [], ''],
  [
    '?closes_from=2026-02-31&closes_to=2026-11-30',
    'Closes: “2026-02-31”',
    [],
    '?closes_to=2026-11-30',
  ],
  ['?closes_from=tomorrow', 'Closes: “tomorrow”', [], ''],
  ['?closes_from=2026-11-30&closes_to=2026-11-01', 'Closes: “30-11-2026 – 01-11-2026”', [], ''],
])(
  'says what of %s it leaves out, asks without it, and takes it off',
  async (at, says, status, left) => {
    const { user, address } = open(`/${at}`)
    const said = screen.getByRole('status')
    expect(said.textContent).toContain(`${says} is not known here`)
    expect(screen.getByText('Road')).toBeTruthy()
    expect(query().status).toEqual(status)
    expect(query().closes_from).toBeUndefined()
    await user.click(within(said).getByRole('button', { name: 'Take it off' }))
    await waitFor(() => expect(address()).toBe(left))
    expect(screen.queryByRole('status')).toBeNull()
  },
)

it('shows the way out of filters that the server refuses', async () => {
  const { user, address } = open('/?status=draft', new Error('no'))
  const alert = screen.getByRole('alert')
  await user.click(within(alert).getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe(''))
})

it('finds among many choices', async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ value: `v${n}`, label: `Choice ${n}` }))
  const Long = () => (
    <List
      at={useListParams()}
      query={{
        data: { items: [] },
        isPending: false,
        isPlaceholderData: false,
        isError: false,
        error: null,
        refetch: () => {},
      }}
      columns={columns}
      caption="Jobs"
      filters={[{ key: 'v', kind: 'many', label: 'Country', options: many }]}
      empty={{ title: 'No job yet' }}
    />
  )
  const router = createMemoryRouter([{ path: '/', element: <Long /> }])
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Country' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Find a choice' }), 'choice 17')
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await user.click(screen.getByRole('checkbox', { name: 'Choice 17' }))
  await waitFor(() => expect(router.state.location.search).toBe('?v=v17'))
})
