import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { columnsFor, DataTable } from './data-table.tsx'
import { FilterChips, SearchInput } from './filters.tsx'
import { useListParams } from './list-params.tsx'

type Row = { id: string; name: string }
const column = columnsFor<Row>()
const columns = [column.accessor('name', { header: 'Name', cell: (c) => c.getValue() })]
const rows = [
  { id: '1', name: 'Sheba Medical Import' },
  { id: '2', name: 'Addis Laboratory Supplies' },
]
const noop = () => {}

const List = () => {
  const { get, set, paging } = useListParams()
  const filters = ['country', 'status'].map((key) => ({
    key,
    label: key,
    values: [get(key)],
    options: [{ value: 'x', label: 'X' }],
  }))
  return (
    <>
      <SearchInput value={get('search')} onChange={(search) => set({ search })} />
      <FilterChips filters={filters} onChange={set} />
      <DataTable
        caption="Suppliers"
        columns={columns}
        rows={rows}
        rowId={(r) => r.id}
        paging={paging(undefined)}
        empty={null}
        onSelection={noop}
      />
    </>
  )
}
const open = (at: string) => {
  const router = createMemoryRouter([{ path: '/', element: <List /> }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), search: () => router.state.location.search }
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(cleanup)

it('takes off every filter at once, and keeps what is searched for', async () => {
  const { user, search } = open('/?country=x&status=x&search=pump')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(search()).toBe('?search=pump'))
})

it('loses no word that is still being typed when a filter is set', async () => {
  const { user, search } = open('/')
  await user.type(screen.getByRole('searchbox'), 'pump')
  await user.selectOptions(screen.getByLabelText('status'), 'x')
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({
      search: 'pump',
      status: 'x',
    }),
  )
})

it('names the row that a box selects', () => {
  open('/')
  expect(screen.getByRole('checkbox', { name: 'Select row Sheba Medical Import' })).toBeTruthy()
})
