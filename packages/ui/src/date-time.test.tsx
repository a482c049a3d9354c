import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { DateTimeField } from './date-time.tsx'

let held = ''
const Ends = ({ first = '', dateOnly = true }: { first?: string; dateOnly?: boolean }) => {
  const [value, setValue] = useState(first)
  held = value
  return <DateTimeField dateOnly={dateOnly} label="Ends" value={value} onChange={setValue} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Ends')

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(cleanup)

it('refuses a day that does not exist, and keeps what was typed', async () => {
  render(<Ends first="2026-12-31" />)
  await userEvent.clear(field())
  await userEvent.type(field(), '31-02-2027')
  expect(field().getAttribute('aria-invalid')).toBeNull()
  await userEvent.tab()
  expect(field().value).toBe('31-02-2027')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/There is no such day/)).toBeTruthy()
  expect(held).toBe('31-02-2027')
})

it('reads a day as people type it, and keeps its time', async () => {
  render(<Ends first="2026-12-31T09:30" dateOnly={false} />)
  await userEvent.clear(field())
  await userEvent.type(field(), '1/3/2027')
  await userEvent.tab()
  expect(field().value).toBe('01-03-2027')
  expect(held).toBe('2027-03-01T09:30')
})

it.each([
  ['31/12/26', '2026-12-31'],
  ['1.3.75', '2075-03-01'],
  ['5 6 98', '1998-06-05'],
])('%s has the nearest year, once the person has gone on', async (text, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28') })
  render(<Ends first="2026-12-31T09:30" dateOnly={false} />)
  await userEvent.clear(field())
  await userEvent.type(field(), text)
  expect(held).toBe(text)
  expect(field().value).toBe(text)
  await userEvent.tab()
  expect(held).toBe(`${day}T09:30`)
  expect(field().value).toBe(day.split('-').reverse().join('-'))
  vi.useRealTimers()
})

it('takes a day from the calendar by the keyboard alone', async () => {
  render(<Ends first="2026-12-31" />)
  field().focus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const day = await screen.findByRole('button', { name: /31 December 2026|December 31, 2026/ })
  await waitFor(() => expect(document.activeElement).toBe(day)) // a frame after it is drawn
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(held).toBe('2027-01-01')
  expect(field().value).toBe('01-01-2027')
})
