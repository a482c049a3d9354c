import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ReferenceCheck } from './queries.ts'
import ReferenceImport from './reference-import.tsx'

const nothing: ReferenceCheck = {
  new: 0,
  changed: 0,
  same: 0,
  gone: 0,
  faulty: 0,
  parts: ['30'],
  rows: [],
  stamp: 'as shown',
}
/** So many rows that name no code. */
const faulty = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    row: i + 2,
    faults: [{ column: 'code', code: 'reference.bad_code' }],
  }))

/** Chooses a file of which the server tells this; answers what is asked of it then. */
const bring = async (told: Partial<ReferenceCheck>) => {
  const taken: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url)
    if (pathname === '/api/operator/reference-lists/cpv/check')
      return Response.json({ ...nothing, ...told })
    taken.push(pathname + search)
    return new Response(null, { status: 204 })
  })
  const router = createMemoryRouter(
    [
      { path: '/zabuni/reference-data/:list/import', element: <ReferenceImport /> },
      { path: '/zabuni/reference-data/cpv', element: <h1>The list</h1> },
    ],
    { initialEntries: ['/zabuni/reference-data/cpv/import'] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('The file'), {
    target: { files: [new File(['30'], 'codes.csv')] },
  })
  return taken
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['admin', 'tasks', 'console', 'errors'])
  configureApi('operator', { onSessionEnded: () => {} })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Two digits of a division alone take it off the list: that is all such a file does, and it must be possible.
it('takes over a file that only takes something off, as it was shown', async () => {
  const taken = await bring({ gone: 2 })
  fireEvent.click(await screen.findByRole('button', { name: 'Take it over' }))
  expect(screen.getByText(/comes back only with the file of before/)).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeTruthy()
  await waitFor(() =>
    expect(taken).toEqual([
      '/api/operator/reference-lists/cpv?file_name=codes.csv&stamp=as%20shown',
    ]),
  )
})

it('offers nothing where a file says what the list says already', async () => {
  await bring({ same: 2 })
  expect(await screen.findByText(/It says what the list says already/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take it over' })).toBeNull()
})

// Who corrects the rows that are shown and brings the file again must not wonder where the others come from.
it('says of many faulty rows that there are more than it shows', async () => {
  await bring({ new: 3, faulty: 101, rows: faulty(100) })
  expect(
    await screen.findByText('101 rows are to be corrected. Nothing is taken over before.'),
  ).toBeTruthy()
  expect(screen.getByText('The first 100 rows are shown.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take it over' })).toBeNull()
})

it('does not where it shows them all', async () => {
  await bring({ faulty: 100, rows: faulty(100) })
  await screen.findByText('100 rows are to be corrected. Nothing is taken over before.')
  expect(screen.queryByText(/rows are shown/)).toBeNull()
})
