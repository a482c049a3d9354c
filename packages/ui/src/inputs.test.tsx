import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { InputField } from './field.tsx'
import { TextareaField } from './inputs.tsx'

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('errors')
})
afterEach(cleanup)

const Own = () => (
  <Suspense>
    <TextareaField label="Reason" maxLength={20} />
  </Suspense>
)
const Held = () => {
  const [value, setValue] = useState('x'.repeat(19))
  return (
    <Suspense>
      <TextareaField
        label="Reason"
        maxLength={20}
        value={value}
        onChange={(e) => setValue(e.target.value)}
      />
    </Suspense>
  )
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Reason')

it('cuts nothing that is pasted, and says that it is too long', async () => {
  render(<Own />)
  await userEvent.click(await field())
  await userEvent.paste('a'.repeat(25))
  expect((await field()).value).toHaveLength(25)
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter at most 20 characters.')).toBeTruthy()
  expect(screen.getByText('25 / 20')).toBeTruthy()
  fireEvent.input(await field(), { target: { value: 'short' } })
  expect((await field()).getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByText(/\/ 20/)).toBeNull()
})

it('cuts no short text either, and asks for nothing more once it fits', async () => {
  render(
    <Suspense>
      <InputField label="Reason" maxLength={20} />
    </Suspense>,
  )
  await userEvent.click(await field())
  await userEvent.paste('a'.repeat(21))
  expect((await field()).value).toHaveLength(21)
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter at most 20 characters.')).toBeTruthy()
  await userEvent.keyboard('{Backspace}')
  expect((await field()).getAttribute('aria-invalid')).toBeNull()
})

it('counts what is left before it is gone, a sign of two halves as one', async () => {
  render(<Held />)
  expect(await screen.findByText('19 / 20')).toBeTruthy()
  await userEvent.type(await field(), '\u{1F9FE}')
  expect(screen.getByText('20 / 20')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBeNull()
})
