import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { columnsFor } from './data-table.tsx'
import { List, type ListRead, RowLink } from './list.tsx'
import { useListParams } from './list-params.tsx'

type Row = { id: string; name: string }
const column = columnsFor<Row>()
const columns = [
  column.accessor('name', {
    header: 'Name',
    cell: (c) => <RowLink to={`/rows/${c.row.original.id}`}>{c.getValue()}</RowLink>,
  }),
]
const read = (over: Partial<ListRead<Row>> = {}): ListRead<Row> => ({
  data: { items: [] },
  isPending: false,
  isPlaceholderData: false,
  isError: false,
  error: null,
  refetch: () => {},
  ...over,
})
const filters = [{ key: 'status', label: 'Status', options: [{ value: 'open', label: 'Open' }] }]

const Screen = (props: Partial<ComponentProps<typeof List<Row>>>) => (
  <List
    at={useListParams()}
    query={read()}
    columns={columns}
    caption="Jobs"
    search="Search jobs"
    filters={filters}
    empty={{ title: 'No job yet' }}
    {...props}
  />
)
const open = (at: string, props: Partial<ComponentProps<typeof List<Row>>> = {}) => {
  const router = createMemoryRouter([{ path: '/', element: <Screen {...props} /> }], {
    initialEntries: [at],
  })
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), address: () => router.state.location.search }
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('says that there is nothing yet when nothing narrows it', () => {
  open('/')
  expect(screen.getByText('No job yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

it.each(['?search=pump', '?status=open', '?from=2026-11-01'])(
  'offers the way out of %s, and takes all that narrows off at once',
  async (search) => {
    const { user, address } = open(`/${search}&buyer=b1&after=x`, { narrowing: ['from'] })
    expect(screen.queryByText('No job yet')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('?buyer=b1'))
  },
)

it('does not take a value that is no choice for a set filter', () => {
  open('/?status=whatever')
  expect(screen.getByText('No job yet')).toBeTruthy()
  expect((screen.getByLabelText('Status') as HTMLSelectElement).value).toBe('')
})

it('says what failed and reads again', async () => {
  const refetch = vi.fn()
  const { user } = open('/', { query: read({ data: undefined, isError: true, refetch }) })
  expect(screen.getByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('goes through the pages that the read names', async () => {
  const data = { items: [{ id: '1', name: 'Road' }], next: 'c2', total: 1000, total_capped: true }
  const { user, address } = open('/?status=open', { query: read({ data }) })
  expect(screen.getByRole('link', { name: 'Road' }).getAttribute('href')).toBe('/rows/1')
  expect(screen.getByText('1,000+ rows')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('?status=open&after=c2'))
})

const many = (next?: string) =>
  read({
    data: {
      items: [
        { id: '1', name: 'Road' },
        { id: '2', name: 'bridge' },
        { id: '3', name: 'Tunnel' },
      ],
      ...(next ? { next } : {}),
    },
  })
const names = () => screen.getAllByRole('link').map((link) => link.textContent)

it('puts a list that is here whole in the order of a column, and says so in the address', async () => {
  const { user, address } = open('/', { query: many() })
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(address()).toBe('?sort=name'))
  expect(names()).toEqual(['bridge', 'Road', 'Tunnel'])
  await user.click(screen.getByRole('button', { name: /^Name/ }))
  await waitFor(() => expect(names()).toEqual(['Tunnel', 'Road', 'bridge']))
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending')
})

it('sorts by what a column makes of a row as well', async () => {
  const ends = column.accessor((r) => [...r.name].reverse().join(''), { id: 'end', header: 'End' })
  const { user, address } = open('/', { query: many(), columns: [...columns, ends] })
  await user.click(screen.getByRole('button', { name: 'End' }))
  await user.click(screen.getByRole('button', { name: /^End/ }))
  await waitFor(() => expect(address()).toBe('?sort=-end'))
  expect(names()).toEqual(['Tunnel', 'bridge', 'Road'])
})

it('does not pretend to sort a page of a longer list', () => {
  open('/?sort=name', { query: many('c2') })
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
  expect(names()).toEqual(['Road', 'bridge', 'Tunnel'])
})

it('keeps a view by name and goes back to it', async () => {
  const { user, address } = open('/?status=open', { query: many() })
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keep this view' }))
  await user.type(await screen.findByLabelText(/Name of the view/), 'Open ones')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.selectOptions(await screen.findByLabelText('Status'), '')
  await waitFor(() => expect(address()).toBe(''))
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Open ones' }))
  await waitFor(() => expect(address()).toBe('?status=open'))
})

it('leaves a column out, until it is wanted again', async () => {
  const two = [...columns, column.accessor('id', { header: 'Number' })]
  const { user } = open('/', { query: many(), columns: two })
  expect(screen.getByRole('columnheader', { name: 'Number' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Number' }))
  await waitFor(() =>
    expect(screen.queryByRole('columnheader', { name: 'Number', hidden: true })).toBeNull(),
  )
  cleanup()
  open('/', { query: many(), columns: two })
  expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
})
