import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { startI18n } from '@zabuni/i18n'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import Login from './login.tsx'

const answer = (status: number, body: unknown) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  )
beforeAll(async () => {
  await startI18n()
})
// The footer asks for the helpdesk on its own.
beforeEach(() => void answer(404, {}))
afterEach(cleanup)

describe('login', () => {
  const fillIn = async () => {
    const user = userEvent.setup()
    render(<Login />)
    await user.type(screen.getByLabelText(/Email address/), 'amina@example.co.ke')
    await user.type(screen.getByLabelText(/^Password/), 'secret1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  it('names what is missing and moves focus there', async () => {
    render(<Login />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }))
    const email = screen.getByLabelText(/Email address/)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Enter your email address',
    )
    await vi.waitFor(() => expect(document.activeElement).toBe(email))
  })
  it.each([
    ['identity.no_account', 'An account with that username does not exist.'],
    ['identity.bad_credentials', 'Your password or username is incorrect!'],
    [
      'identity.deactivated',
      'You account has been deactivated! Please contact support for assistance.',
    ],
  ])('shows the %s message', async (code, text) => {
    answer(401, { type: 'about:blank', title: '', status: 401, code })
    await fillIn()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
  it('shows the detail of any other failure', async () => {
    answer(403, { code: 'x.y', detail: 'Too many attempts' })
    await fillIn()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts')
  })
  it('asks for the second factor and keeps the intended page', async () => {
    history.replaceState(null, '', '/login?returnUrl=%2Fcompany%2Frfqs')
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    answer(200, { access_token: 'x', user_type: 'buyer', two_fa: true, login_status: 4 })
    await fillIn()
    await vi.waitFor(() =>
      expect(assign).toHaveBeenCalledWith('/verification-code?returnUrl=%2Fcompany%2Frfqs'),
    )
  })
  it('returns to the intended page and leaves a toast for it', async () => {
    history.replaceState(null, '', '/login?returnUrl=%2Fcompany%2Frfqs')
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    answer(200, { access_token: 'x', user_type: 'buyer', two_fa: false, login_status: 2 })
    await fillIn()
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/company/rfqs'))
    expect(sessionStorage.getItem('zabuni.flash')).toBe('["ok","toast.loginSuccessful"]')
  })
  it('takes the intended page along to a registration, and never one of another site', async () => {
    const registers = () => screen.getByRole('link', { name: 'Register now' }).getAttribute('href')
    history.replaceState(null, '', '/login?returnUrl=%2Fsupplier%2Fcategory%2F7')
    render(<Login />)
    expect(registers()).toBe('/register?returnUrl=%2Fsupplier%2Fcategory%2F7')
    for (const evil of [
      '//evil.test',
      'https://evil.test',
      '/..//evil.test',
      'javascript:alert(1)',
    ]) {
      cleanup()
      history.replaceState(null, '', `/login?returnUrl=${encodeURIComponent(evil)}`)
      render(<Login />)
      expect(registers()).toBe('/register')
    }
  })
})
