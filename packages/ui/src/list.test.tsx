import { cleanup, render, screen } from '@testing-library/react'
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
afterEach(cleanup)

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
    await vi.waitFor(() => expect(address()).toBe('?buyer=b1'))
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
  await vi.waitFor(() => expect(address()).toBe('?status=open&after=c2'))
})
