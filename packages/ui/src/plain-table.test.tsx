import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type Head, PlainRow, TableFrame } from './plain-table.tsx'

const heads: readonly Head[] = [
  { key: 'line', label: 'Line' },
  { key: 'price', label: 'Price', numeric: true },
  { key: 'acts', label: 'What can be done', quiet: true },
]

afterEach(cleanup)

it('has a name, heads that say what they are over, and rows that say what they are of', () => {
  render(
    <TableFrame caption="Prices" heads={heads}>
      <PlainRow heads={heads} cells={['Pumps', '12.50', 'Edit']} />
    </TableFrame>,
  )
  const table = screen.getByRole('table', { name: 'Prices' })
  const columns = within(table).getAllByRole('columnheader')
  expect(columns.map((c) => [c.textContent, c.getAttribute('scope')])).toEqual([
    ['Line', 'col'],
    ['Price', 'col'],
    ['What can be done', 'col'],
  ])
  expect(within(table).getByRole('rowheader').textContent).toBe('Pumps')
  // On a phone the cell is read beside its column's name.
  expect(within(table).getByText('12.50').getAttribute('data-label')).toBe('Price')
})
