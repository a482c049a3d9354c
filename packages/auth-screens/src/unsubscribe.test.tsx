import { cleanup, render, screen } from '@testing-library/react'
import { i18n, startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import account from '../../i18n/src/locales/en/account.json' with { type: 'json' }
import Unsubscribe from './unsubscribe.tsx'
import Unsubscribed from './unsubscribed.tsx'

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces(['auth', 'account'])
})
// The footer asks for the helpdesk on its own.
beforeEach(
  () =>
    void vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{}', { status: 404 })),
)
afterEach(cleanup)

// Every area that a person can choose is stopped by the link, so every one is named.
it.each([
  ['before it is pressed', Unsubscribe],
  ['once it is done', Unsubscribed],
])('names what stops and what comes all the same, %s', async (_when, Screen) => {
  history.replaceState(null, '', '/unsubscribe?token=x')
  render(<Screen />)
  await screen.findByRole('heading', { level: 1 })
  const stops = screen.getAllByRole('listitem').map((li) => li.textContent)
  expect(stops).toEqual(Object.values(account.mails.areas))
  expect(screen.getByText(/about your own bids, payments and results/)).toBeTruthy()
})

it('leads who wants some of them to the choice by kind', () => {
  history.replaceState(null, '', '/unsubscribe?token=x')
  render(<Unsubscribe />)
  expect(screen.getByRole('link', { name: /choose by kind/ }).getAttribute('href')).toBe(
    '/login?returnUrl=%2Fprofile',
  )
})
