import { expect, test } from '@playwright/test'
import { listen, mailTo, signIn } from './people.mjs'

const homes = [
  ['supplier@zabuni.test', '/supplier/dashboard'],
  ['buyer@zabuni.test', '/company/landing'],
  ['qed@zabuni.test', '/zabuni/landing'],
  ['contracts@zabuni.test', '/contract-management/dashboard'],
]

for (const [email, home] of homes) {
  test(`${email} is taken home by user type`, async ({ page }) => {
    const complaints = listen(page)
    await signIn(page, email)
    await expect(page).toHaveURL(home)
    await expect(page.getByText('Login successful')).toBeVisible()
    expect(complaints).toEqual([])
  })
}

test('a company registers, activates by its mail and signs in', async ({ page, request }) => {
  const complaints = listen(page)
  const email = `asha.${Date.now()}@kazi.example`
  await page.goto('/register')
  await page.getByLabel('Company type').selectOption('partnership')
  await page.getByLabel('Company name').fill('Kazi Traders')
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await page
    .getByRole('combobox', { name: 'Location or county' })
    .selectOption({ label: 'Nairobi' })
  await page.getByLabel('Physical address').fill('Kenyatta Avenue, Nairobi')
  await page.getByLabel('Company phone').fill('0701 234 567')
  await page.getByLabel('Contact person').fill('Asha Juma')
  await page.getByLabel('KRA PIN').fill(`P${String(Date.now()).slice(-9)}Z`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Juma')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Your phone').fill('0701 234 568')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('simba42')
  await page.getByLabel('Confirm password').fill('simba42')
  await page.getByRole('checkbox', { name: /Terms/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  const mail = await mailTo(request, email, 'Activate')
  await page.goto(
    new URL(mail.text.match(/http\S+/)[0]).pathname + new URL(mail.text.match(/http\S+/)[0]).search,
  )
  await expect(page.getByText('Account activated')).toBeVisible()
  await signIn(page, email, 'simba42')
  await expect(page).toHaveURL('/supplier/dashboard')
  expect(complaints).toEqual([])
})
