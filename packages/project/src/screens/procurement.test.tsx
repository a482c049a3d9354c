import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { mapOf } from '@zabuni/activities/address'
import { StreetsProvider } from '@zabuni/activities/ui/here'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Plan } from '../procurement/queries.ts'
import { projectRows } from '../routes.ts'
import ProcurementForm from './procurement-form.tsx'
import ProcurementPlan from './procurement-plan.tsx'

const plan = {
  id: 'p1',
  buyer_id: 'b',
  buyer_name: 'County Water',
  year: 2027,
  title: 'Works',
  department: '',
  regime: 'ke-ppada',
  private: false,
  public: false,
  status: 'submitted',
  revision: 0,
  reason: '',
  drawn_name: 'Amina',
  approved_name: '',
  version: 4,
  sums: [],
  splits: [],
  changes: [],
  may_write: true,
  may_do: ['approved'],
} satisfies Plan
const rows = projectRows('buyer')
const sent: unknown[] = []

/** A screen of a plan that stands so. */
const open = (end: string, how: Partial<Plan>) => {
  sent.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') sent.push(await request.json())
    return Response.json(
      pathname.endsWith('/procurement-plans/p1') ? { ...plan, ...how } : { items: [], next: '' },
    )
  })
  const row = rows.find((r) => r.handle && r.path.endsWith(`procurement-plans/${end}`))
  if (!row) throw new Error('there is no such screen')
  const router = createMemoryRouter(
    [
      {
        path: row.path,
        handle: row.handle,
        element: end.endsWith('update') ? <ProcurementForm /> : <ProcurementPlan />,
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [row.path.replace(':planId', 'p1')] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StreetsProvider value={{ desk: 'buyer', map: mapOf(rows) }}>
        <RouterProvider router={router} />
      </StreetsProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['procurement', 'sourcing', 'activities'])
  configureApi('buyer', { onSessionEnded: () => {} })
  setSession({ user_type: 'buyer', privileges: ['MANAGE_JOB'] } as Partial<Session> as Session)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('tells who approves a plan that everybody reads it, unless it is kept out', async () => {
  for (const [how, told, said] of [
    [{ private: false }, true, 'From its approval on'],
    [{ private: true }, false, 'No: kept out'],
    [{ public: true }, true, /^Yes: everybody reads/],
  ] as const) {
    const user = open(':planId', how)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('From now on jobs are made of its items')
    expect(dialog.textContent?.includes('Everybody may then read')).toBe(told)
    expect(screen.getByText(said)).toBeTruthy()
    cleanup()
  }
})

it('sends whether a plan is kept out, and does not offer it of what is public', async () => {
  const user = open(':planId/update', { private: true })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Keep it out/ })
  expect(box.checked).toBe(true)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ private: false, version: 4 }]))
  cleanup()
  open(':planId/update', { public: true })
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
