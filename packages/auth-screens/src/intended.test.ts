// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { firstLogin, intended, keepIntended } from './intended.ts'

const at = (to: string) =>
  history.replaceState(null, '', `/register?returnUrl=${encodeURIComponent(to)}`)
afterEach(() => localStorage.clear())

it('leads a new account back to where it was registered for', () => {
  at('/supplier/category/7')
  keepIntended()
  history.replaceState(null, '', '/activate-account?token=x')
  expect(firstLogin()).toBe('/login?returnUrl=%2Fsupplier%2Fcategory%2F7')
  // The next one here was registered for nothing.
  history.replaceState(null, '', '/register')
  keepIntended()
  expect(firstLogin()).toBe('/login')
})

it.each([
  '//evil.test',
  'https://evil.test/x',
  '/\\evil.test',
  '/..//evil.test',
  'javascript:alert(1)',
])('keeps nothing of %s', (evil) => {
  at(evil)
  expect(intended()).toBe('/')
  keepIntended()
  expect(firstLogin()).toBe('/login')
  localStorage.setItem('zabuni.intended', evil)
  expect(firstLogin()).toBe('/login')
})
