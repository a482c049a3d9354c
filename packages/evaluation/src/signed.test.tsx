import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sha256 } from '@zabuni/api/download'
import { type Session, setSession } from '@zabuni/api/session'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Desk, ReportSigning } from './queries.ts'
import { Signed } from './signed.tsx'

const d = {
  category_id: 'c',
  reference: 'ZB/TN/2026/0001/1',
  activity: 'tender',
  timezone: 'Africa/Nairobi',
} as Desk
const paper = new Blob(['%PDF-1.7 as it was read'], { type: 'application/pdf' })
const open = async (paper_sum: string) => {
  const signing: ReportSigning = {
    may_begin: false,
    may_sign: true,
    members: [],
    left_out: [],
    moved: false,
    report: {
      number: 1,
      language: 'en',
      begun_by: 'Asha Otieno',
      begun_at: '2026-11-25T14:00:00Z',
      paper_sum,
      signers: [{ name: 'Amina Otieno', company: 'County', you: true }],
    } as unknown as NonNullable<ReportSigning['report']>,
  }
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    new URL(url).pathname.endsWith('/paper') ? new Response(paper) : Response.json(signing),
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Signed d={d} /> }])} />
    </QueryClientProvider>,
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue() // what is saved leads nowhere
  const user = userEvent.setup()
  const sign = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign' })
  expect(sign.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Read the report' }))
  await user.click(await screen.findByRole('checkbox', { name: /^I have read this report/ }))
  return sign
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['evaluation', 'console'])
  configureApi('buyer', { onSessionEnded: () => {} })
  setSession({
    first_name: 'Amina',
    last_name: 'Otieno',
    user_type: 'buyer',
    privileges: ['EVALUATE_BIDS'],
  } as Partial<Session> as Session)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('lets somebody sign what they have read', async () => {
  const sign = await open(await sha256(paper))
  expect(sign.disabled).toBe(false)
  expect(screen.queryByText(/has changed since you read it/)).toBeNull()
})

it('lets nobody sign another paper than they have read', async () => {
  const sign = await open('0'.repeat(64))
  expect(screen.getByText(/has changed since you read it/)).toBeTruthy()
  expect(sign.disabled).toBe(true)
})
