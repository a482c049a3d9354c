import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { configureApi } from '@zabuni/api/transport'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { MailCard } from './mails.tsx'
import { type MailChoices, mailChoices } from './notification-queries.ts'

const choices: MailChoices = {
  areas: [
    { area: 'bids', way: 'at_once' },
    { area: 'contracts', way: 'summary' },
  ],
  summary_at: 7,
  stopped: false,
  timezone: 'Africa/Nairobi',
}
const sent: unknown[] = []
const open = (found: MailChoices) => {
  sent.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json(found)
    sent.push(await request.clone().json())
    return new Response(null, { status: 204 })
  })
  const client = new QueryClient()
  client.setQueryData(mailChoices.queryKey, found)
  render(
    <QueryClientProvider client={client}>
      <MailCard />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['account', 'console'])
  configureApi('supplier', { onSessionEnded: () => {} })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Midnight is an hour, and nought is what a tired eye takes for nothing.
it('takes midnight for an hour, and no hour for none', async () => {
  const user = open(choices)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  // The document of a test forgets what a list begins with: each is chosen.
  await user.selectOptions(await screen.findByLabelText(/^Contracts and/), 'In a daily summary')
  await user.selectOptions(screen.getByLabelText('Quiet from'), '22:00')
  await user.selectOptions(screen.getByLabelText('Quiet until'), '00:00')
  await user.selectOptions(screen.getByLabelText(/^Hour of the summary/), '00:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    areas: choices.areas,
    summary_at: 0,
    stopped: false,
    quiet_from: 22,
    quiet_until: 0,
  })
})

it('shows quiet hours that begin at midnight', () => {
  open({ ...choices, quiet_from: 0, quiet_until: 6 })
  expect(screen.getByText('00:00 – 06:00')).toBeTruthy()
})
