import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { type Choice, ComboboxField, MultiComboboxField } from './combobox.tsx'

const THINGS: Choice[] = ['Pumps', 'Pipes', 'Paint'].map((name) => ({ id: name, name }))
const find = async (query: string) =>
  THINGS.filter((thing) => thing.name.toLowerCase().includes(query.toLowerCase()))

let held: Choice | null | Choice[] = null
const One = ({ search = find }: { search?: typeof find }) => {
  const [value, setValue] = useState<Choice | null>(null)
  held = value
  return <ComboboxField label="Thing" search={search} value={value} onChange={setValue} />
}
const Several = () => {
  const [value, setValue] = useState<Choice[]>([])
  held = value
  return <MultiComboboxField label="Things" search={find} value={value} onChange={setValue} />
}
const field = () => screen.getByRole<HTMLInputElement>('combobox')

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(cleanup)

it('finds by typing and chooses by the keyboard', async () => {
  render(<One />)
  await userEvent.type(field(), 'pip')
  await screen.findByRole('option', { name: 'Pipes' })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(held).toEqual(THINGS[1])
  expect(field().value).toBe('Pipes')
})

it('tells a search that broke from one that found nothing, and tries again', async () => {
  let away = true
  const search = async (query: string) => {
    if (away) throw new Error('away')
    return find(query)
  }
  render(<One search={search} />)
  await userEvent.type(field(), 'paint')
  await screen.findByText(/The search did not work/)
  expect(screen.queryByText('Nothing found')).toBeNull()
  away = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'Paint' })).toBeTruthy()
  await userEvent.clear(field())
  await userEvent.type(field(), 'xyz')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

it('holds several, and takes one off', async () => {
  render(<Several />)
  await userEvent.type(field(), 'pum')
  await userEvent.click(await screen.findByRole('option', { name: 'Pumps' }))
  await userEvent.clear(field())
  await userEvent.type(field(), 'pai')
  await userEvent.click(await screen.findByRole('option', { name: 'Paint' }))
  expect((held as Choice[]).map((c) => c.id)).toEqual(['Pumps', 'Paint'])
  await userEvent.click(screen.getByRole('button', { name: 'Take off Pumps' }))
  await waitFor(() => expect((held as Choice[]).map((c) => c.id)).toEqual(['Paint']))
})
