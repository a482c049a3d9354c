import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Session, setSession } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import Reference from './reference.tsx'

const next = new Date(serverNow()).getUTCFullYear() + 1
const days = [
  { country: 'KE', day: `${next - 1}-12-12`, name: 'Jamhuri Day' },
  { country: 'KE', day: `${next}-05-01`, name: 'Labour Day' },
  { country: 'UG', day: `${next - 1}-10-09`, name: 'Independence Day' },
]

/** A server that narrows as ours does: it answers days of the year and the country that it is asked for. */
const open = (search = '') => {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/core/countries/'))
      return Response.json({ items: [{ iso2: 'KE' }, { iso2: 'UG' }] })
    if (!pathname.endsWith('/public-holidays')) return Response.json({ items: [] })
    const year = Number(searchParams.get('year') ?? 0)
    const country = searchParams.get('country') ?? ''
    const items = days.filter(
      (d) => (!year || d.day.startsWith(`${year}-`)) && (!country || d.country === country),
    )
    return Response.json({ items, more: false })
  })
  const router = createMemoryRouter(
    [{ path: '/zabuni/reference-data/:list', element: <Reference /> }],
    { initialEntries: [`/zabuni/reference-data/holidays${search}`] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['admin', 'console', 'errors'])
  configureApi('operator', { onSessionEnded: () => {} })
  setSession({ user_type: 'qed', privileges: [] } as Partial<Session> as Session)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Who looks up a year would read days of all the others among its own, if the choice narrowed nothing.
it('asks for the days of the year that is chosen', async () => {
  const user = open()
  expect(await screen.findByText('Jamhuri Day')).toBeTruthy()
  expect(screen.getByText('Independence Day')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Year'), String(next))
  await waitFor(() => expect(screen.queryByText('Jamhuri Day')).toBeNull())
  expect(screen.queryByText('Independence Day')).toBeNull()
  expect(screen.getByText('Labour Day')).toBeTruthy()
})

it('asks for the country and the year that an address names', async () => {
  open(`?country=KE&year=${next - 1}`)
  expect(await screen.findByText('Jamhuri Day')).toBeTruthy()
  expect(screen.queryByText('Labour Day')).toBeNull()
  expect(screen.queryByText('Independence Day')).toBeNull()
})
