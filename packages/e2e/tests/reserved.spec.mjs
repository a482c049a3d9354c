// Shares of a financial year that are kept for special groups: set, refused where they cannot be, read beside what was awarded, taken as a file.
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** At both widths the screen is as it must be. */
const both = async (page, name) => {
  for (const [size, at] of [
    [PHONE, 390],
    [WIDE, 1440],
  ]) {
    await page.setViewportSize(size)
    await usable(page)
    await page.screenshot({ path: `test-results/reserved-${name}-${at}.png`, fullPage: true })
  }
}

test('shares are set for a year, refused where they cannot be, and stand beside what was awarded', async ({
  page,
  context,
}) => {
  const complaints = listen(page, ['422', '409'])
  await page.setViewportSize(WIDE)
  await signIn(page, 'buyer@zabuni.test', '/company/procurement-plans')
  await follow(page, page.getByRole('link', { name: 'Reserved shares' }))
  await heading(page, 'Reserved shares')
  await expect(page.getByText('No share is set for this year')).toBeVisible()
  await follow(page, page.getByRole('link', { name: '2025' }))
  await expect(page.getByText('01-01-2025 – 31-12-2025')).toBeVisible()
  await follow(page, page.getByRole('link', { name: '2026' }))
  await expect(page.getByRole('heading', { name: /^Awarded: KES/ })).toBeVisible()
  await both(page, 'none')

  await follow(page, page.getByRole('link', { name: 'Set the shares' }))
  await heading(page, /Set the shares · 2026/)
  const together = page.getByRole('textbox', { name: 'All groups together' })
  const women = page.getByRole('textbox', { name: 'Women' })
  await page.getByRole('combobox', { name: 'First month' }).selectOption('January')
  await together.fill('130')
  await women.fill('2.5')
  await page.getByRole('button', { name: 'Set the shares' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(together).toHaveAttribute('aria-invalid', 'true')
  await expect(women).toHaveValue('2.5')
  await both(page, 'form')

  // Somebody else sets them meanwhile: what was typed stays, and nothing is taken over what was not seen.
  const other = await context.newPage()
  await other.goto('/company/procurement-plans/reserved/update?year=2026')
  await other.getByRole('textbox', { name: 'All groups together' }).fill('40')
  await other.getByRole('button', { name: 'Set the shares' }).click()
  await landed(other, /reserved\?year=2026$/)
  await expect(other.getByRole('row', { name: /All groups together/ }).first()).toContainText(
    '40.00%',
  )
  await together.fill('30')
  await page.getByRole('button', { name: 'Set the shares' }).click()
  await expect(
    page.getByText('Somebody else has changed these shares meanwhile').first(),
  ).toBeVisible()
  await expect(women).toHaveValue('2.5')
  await page.reload()
  await expect(together).toHaveValue('40')
  await together.fill('30')
  await women.fill('2.5')
  await page.getByRole('button', { name: 'Set the shares' }).click()
  await landed(page, /reserved\?year=2026$/)
  const rows = page.getByRole('table').first().getByRole('row')
  await expect(rows.filter({ hasText: 'All groups together' })).toContainText('30.00%')
  await expect(rows.filter({ hasText: 'Women' })).toContainText('2.50%')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the quarters' }).click()
  expect((await file).suggestedFilename()).toBe('reserved-shares-2026.xlsx')
  await page.getByText('By quarter').first().click()
  await expect(page.getByRole('heading', { name: /^Quarter 4/ }).first()).toBeVisible()
  await both(page, 'set')
  expect(complaints).toEqual([])
})
