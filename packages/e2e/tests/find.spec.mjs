import { expect, landed, listen, signIn, test, usable } from './people.mjs'

/** Opens the search of the top bar and types into it. */
const look = async (page, words) => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill(words)
  return palette
}

test('each desk finds its records by name and reference, and leads there by keyboard', async ({
  page,
}) => {
  const complaints = listen(page)
  await signIn(page, 'buyer@zabuni.test')
  const palette = await look(page, 'solar backup')
  const job = palette.getByRole('option', { name: /Solar backup for the maternity wing/ })
  await expect(job.first()).toContainText('Job')
  await usable(page)
  await page.keyboard.press('Enter')
  await landed(page, /\/company\/tender\/details\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Solar backup')

  // Screens come first, and arrows go on from them into the records.
  await look(page, 'hybrid solar')
  const category = palette.getByRole('option', { name: /^Hybrid solar system/ })
  await expect(category).toContainText('Category')
  await expect(category).toHaveAttribute('aria-selected', 'true')
  await category.click()
  await landed(page, /category\/details\//)
  expect(complaints).toEqual([])
})

test('a supplier finds what is open to all and its own, and no draft', async ({
  page,
  browser,
}) => {
  await signIn(page, 'supplier@zabuni.test')
  const palette = await look(page, 'hybrid solar')
  await expect(
    palette.getByRole('option', { name: /^Hybrid solar system.*Category/ }),
  ).toBeVisible()
  await palette.getByRole('combobox').fill('cold room')
  await expect(palette.getByText('Nothing found')).toBeVisible()

  const context = await browser.newContext()
  const officer = await context.newPage()
  await signIn(officer, 'buyer@zabuni.test')
  const own = await look(officer, 'cold room')
  await expect(own.getByRole('option', { name: /^Cold room.*Category/ })).toBeVisible()
})

test('a search that breaks says so and can be tried again; screens are found all the same', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'qed@zabuni.test')
  await page.route('**/api/operator/find**', (route) => route.abort())
  await page.getByRole('button', { name: /Search/ }).click()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill('suppliers')
  await expect(palette.getByText(/Records could not be searched/)).toBeVisible()
  await expect(palette.getByRole('option', { name: /^Suppliers/ }).first()).toBeVisible()
  await page.unroute('**/api/operator/find**')
  await palette.getByRole('combobox').fill('tana solar')
  await expect(palette.getByRole('option', { name: /^Tana Solar Energy.*Supplier/ })).toBeVisible()
  await usable(page)
  await page.keyboard.press('Enter')
  await landed(page, /\/zabuni\/suppliers\/[0-9a-f-]+\/details$/)
})

test('contract managers find contracts by number', async ({ page }) => {
  await signIn(page, 'contracts@zabuni.test', '/contract-management/edit')
  const name = await page.locator('tbody a').first().innerText()
  const palette = await look(page, name)
  await expect(palette.getByRole('option', { name: /Contract/ }).last()).toContainText(name)
  await page.keyboard.press('End')
  await expect(palette.getByRole('option', { name: /Contract$/ }).first()).toBeVisible()
})
