import { expect, landed, test, usable } from './people.mjs'

const screens = [
  '/login',
  '/register',
  '/reset-password',
  '/resend_activation/email',
  '/unsubscribed',
  '/check',
]

for (const path of screens) {
  test(`${path} can be used by everyone`, async ({ page }) => {
    await page.goto(path)
    await usable(page)
  })
}

test('a signed-out visitor is sent to login, the intended path kept', async ({ page }) => {
  await page.goto('/profile?tab=1')
  await landed(page, '/login?returnUrl=%2Fprofile%3Ftab%3D1')
})

test('a link may bring the address to which an activation is sent again', async ({ page }) => {
  await page.goto('/resend_activation/asha%2Bbids%40zabuni.test')
  const address = page.getByLabel('Email address')
  await expect(address).toHaveValue('asha+bids@zabuni.test')
  await usable(page)
  await page.getByRole('button', { name: 'Send activation link' }).click()
  await expect(page.getByRole('main')).toContainText('A user with that email does not exist!')
})

test('an address that names no tender says so, and asks for no corrections', async ({ page }) => {
  await page.goto('/tenders/nonsense')
  await expect(page.getByRole('alert')).toContainText('We could not find what you asked for')
  await expect(page.getByText('Please correct the errors')).toHaveCount(0)
  await usable(page)
})

test('the language is remembered', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('am')
  await expect(page.locator('html')).toHaveAttribute('lang', 'am')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'am')
})
