import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Load, type Read } from './load.tsx'

const read = (data: string | undefined, error?: unknown, refetch = vi.fn()): Read<string> => ({
  data,
  isError: error !== undefined,
  error,
  refetch,
})
const answered = (status: number, code?: string) => ({
  name: 'ApiError',
  status,
  ...(code ? { problem: { code, detail: 'Gone for good' } } : {}),
})
const show = (query: readonly (Read<string> | null)[]) =>
  render(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '/',
          element: (
            <Load query={query} title="Road works" as="form">
              {(all) => <p>{all.map((one) => one ?? 'none').join(' and ')}</p>}
            </Load>
          ),
        },
      ])}
    />,
  )

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['console', 'errors'])
})
afterEach(cleanup)

it('waits for every read that the screen wants', () => {
  show([read('one'), read(undefined), null])
  expect(screen.getByRole('status')).toBeTruthy()
  cleanup()
  show([read('one'), read('two'), null])
  expect(screen.getByText('one and two and none')).toBeTruthy()
})

it('tries again what did not reach the server, and only that', async () => {
  const [lost, fine] = [vi.fn(), vi.fn()]
  show([read('one', undefined, fine), read(undefined, { name: 'NetworkError' }, lost)])
  expect(screen.getByText('We could not reach the server')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(lost).toHaveBeenCalledOnce()
  expect(fine).not.toHaveBeenCalled()
})

it('says what exactly is not allowed, where the server knows it', () => {
  show([read(undefined, answered(403, 'sourcing.category_denied'))])
  expect(
    screen.getByText('An administrator of your organisation has closed this category to you.'),
  ).toBeTruthy()
  expect(screen.queryByText(/Ask an administrator/)).toBeNull()
  cleanup()
  show([read(undefined, answered(403, 'forbidden'))])
  expect(screen.getByText(/Ask an administrator/)).toBeTruthy()
})

it('does not offer to try again what is not allowed', () => {
  show([read(undefined, answered(403))])
  expect(screen.getByText('You are not allowed to perform this action!')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the homepage' })).toBeTruthy()
})

it('says what is gone, with a way back', () => {
  show([read(undefined, answered(404, 'nothing.known'))])
  expect(screen.getByText('This is not here any more')).toBeTruthy()
  expect(screen.getByText('Gone for good')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
})

it('has nothing to try again where the address itself is wrong', () => {
  show([read(undefined, answered(422, 'invalid'))])
  expect(screen.getByText('This is not here any more')).toBeTruthy()
  expect(screen.getByText(/We could not find what you asked for/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('keeps showing what was read though the next reading failed', () => {
  show([{ ...read('one'), isError: true, error: answered(500) }])
  expect(screen.getByText('one')).toBeTruthy()
})
