import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { NO_NUMBERS, NUMBERS } from '@zabuni/i18n/decimal.cases'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MoneyField, NumberField } from './number-field.tsx'

let held = ''
const Money = ({ first = '' }: { first?: string }) => {
  const [value, setValue] = useState(first)
  held = value
  return (
    <Suspense>
      <MoneyField label="Fee" currency="KES" value={value} onChange={setValue} />
    </Suspense>
  )
}
const Band = () => {
  const [value, setValue] = useState('')
  held = value
  return (
    <Suspense>
      <NumberField signed label="From" value={value} onChange={setValue} />
    </Suspense>
  )
}
const Count = () => {
  const [value, setValue] = useState('')
  return (
    <Suspense>
      <NumberField digits={0} label="From" value={value} onChange={setValue} />
    </Suspense>
  )
}
const field = () => screen.findByLabelText<HTMLInputElement>(/Fee|From/)

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

const WHY: Readonly<Record<string, string>> = {
  '12.34567': 'Digits behind the point: 4 at most.',
  '99999999999999999': 'This number is too large. Digits before the point: 16 at most.',
}

describe('an amount', () => {
  it.each(NUMBERS.filter(([, , wire]) => !wire.startsWith('-')))(
    '%s in %s is told as %s',
    async (text, language, wire) => {
      await i18n.changeLanguage(language)
      render(<Money />)
      const input = await field()
      await userEvent.type(input, text)
      expect(input.value).toBe(text)
      expect(held).toBe(wire)
      await userEvent.tab()
      expect(held).toBe(wire)
      expect(screen.queryByText(/1,234\.56/)).toBeNull()
    },
  )
  it.each([
    ['2000.0000', '2,000.00'],
    ['0.0000', '0.00'],
    ['12.5050', '12.505'],
  ])('%s of the server stands there as %s', async (wire, shown) => {
    await i18n.changeLanguage('en')
    render(<Money first={wire} />)
    expect((await field()).value).toBe(shown)
  })
  it.each(NO_NUMBERS)('%s is refused, and stays as it was typed', async (text) => {
    await i18n.changeLanguage('en')
    render(<Money />)
    const input = await field()
    await userEvent.type(input, text)
    expect(input.getAttribute('aria-invalid')).toBeNull()
    await userEvent.tab()
    expect(input.value).toBe(text)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(WHY[text] ?? 'Enter a number, such as 1,234.56.')).toBeTruthy()
    expect(held).toBe(text)
  })
  it.each([
    ['en', '1,500.50'],
    ['fr', '1 500,50'],
    ['pt', '1.500,50'],
  ])('stands there as %s writes it: %s', async (language, shown) => {
    await i18n.changeLanguage(language)
    render(<Money first="1500.5" />)
    expect((await field()).value.replace(/\s/g, ' ')).toBe(shown)
    await userEvent.click(await field())
    await userEvent.tab()
    expect(held).toBe('1500.5')
  })
  it('is not below zero', async () => {
    await i18n.changeLanguage('en')
    render(<Money />)
    await userEvent.type(await field(), '-3')
    await userEvent.tab()
    expect((await field()).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('This cannot be below zero.')).toBeTruthy()
  })
})

it('what has no parts says so', async () => {
  await i18n.changeLanguage('en')
  render(<Count />)
  await userEvent.type(await field(), '2.5')
  await userEvent.tab()
  expect(screen.getByText('Enter a whole number.')).toBeTruthy()
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'two')
  await userEvent.tab()
  expect(screen.getByText('Enter a number, such as 1,234.')).toBeTruthy()
})

it('a bound may be below zero', async () => {
  await i18n.changeLanguage('fr')
  render(<Band />)
  await userEvent.type(await field(), '-0,5')
  await userEvent.tab()
  expect(held).toBe('-0.5')
  expect((await field()).value).toBe('-0,5')
})
