// What the operator's people work through: who withdrew a bid, and who waits to be validated.
import { heading } from './acts.mjs'
import { expect, landed, listen, opened, signIn, test, usable } from './people.mjs'

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])
  test(`staff find who withdrew and who waits to be validated (${name})`, async ({ page }) => {
    const complaints = listen(page)
    await page.setViewportSize(viewport)
    await signIn(page, 'qed@zabuni.test', '/zabuni/bidwithdrawals')
    await opened(page, '/zabuni/bidwithdrawals')
    await heading(page, 'Bid withdrawals')
    await expect(
      page.getByText('Support calls each of these suppliers within 48 hours.'),
    ).toBeVisible()
    await usable(page)
    await page.goto('/zabuni/landing')
    await usable(page)
    await page.getByRole('link', { name: /Suppliers to validate/ }).click()
    await landed(page, /special_group_suppliers\?status=pending$/)
    await heading(page, 'Special-group suppliers')
    expect(complaints).toEqual([])
  })

test('of two activities at one path the one of the address is current', async ({ page }) => {
  await signIn(page, 'qed@zabuni.test', '/zabuni/auction/buyers?activity=forward_auction')
  const menu = page.getByRole('navigation').first()
  const current = menu.locator('a[aria-current="page"]')
  await expect(current).toHaveText('Forward auctions')
  await menu.getByRole('link', { name: 'Reverse auctions' }).click()
  await expect(current).toHaveText('Reverse auctions')
})
