import { expect, signIn, test, usable } from './people.mjs'

const shape = (region) =>
  region.evaluate((box) => ({ over: box.scrollWidth - box.clientWidth, left: box.scrollLeft }))

test('a table wider than its place is reached and moved by the keyboard', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test')
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto('/company/tenders')
  await usable(page)
  const region = page.getByRole('region', { name: 'Tenders', exact: true })
  await expect(region).toBeVisible()
  expect((await shape(region)).over).toBeGreaterThan(1)
  await page.getByRole('searchbox').first().focus()
  for (let n = 0; n < 30; n++) {
    if (await region.evaluate((box) => box === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(region).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await shape(region)).left).toBeGreaterThan(0)

  // With room for all of it the table is no stop on the way.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(region).toHaveCount(0)
  const table = page.getByRole('table', { name: 'Tenders', exact: true })
  expect(await table.evaluate((t) => t.parentElement.tabIndex)).toBe(-1)
  await usable(page)
})

test('at every width a title can be read, and what can be done stays in sight', async ({
  browser,
}) => {
  const WIDTHS = [390, 640, 768, 1024, 1100, 1280, 1366, 1440]
  const titles = (table) =>
    table
      .locator('tbody td:first-child a')
      .evaluateAll((links) =>
        links
          .filter((a) => a.scrollWidth > a.clientWidth + 1 && a.clientWidth < 200)
          .map((a) => `${a.textContent} ${a.clientWidth}`),
      )
  for (const [who, at, name] of [
    ['buyer', '/company/tenders', 'Tenders'],
    ['qed', '/zabuni/suppliers', 'Suppliers'],
    ['contracts', '/contract-management/signature', 'Contracts to sign'],
  ]) {
    const page = await (await browser.newContext()).newPage()
    await signIn(page, `${who}@zabuni.test`, at)
    const table = page.getByRole('table', { name, exact: true })
    await expect(table.locator('tbody a').first()).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await titles(table), `${at} at ${width}`).toEqual([])
    }
    await page.context().close()
  }
  const page = await (await browser.newContext()).newPage()
  await signIn(page, 'supplier@zabuni.test', '/supplier/mypayments')
  const act = page.getByRole('table').getByRole('link', { name: 'Go on' }).first()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect(act).toBeInViewport({ ratio: 1 })
  }
  await page.context().close()
})

test('the days of the log stand in line with its search', async ({ page }) => {
  await signIn(page, 'qed@zabuni.test', '/zabuni/user/logs')
  await usable(page)
  const middle = async (box) => {
    const { y, height } = await box.boundingBox()
    return Math.round(y + height / 2)
  }
  const search = page.getByRole('searchbox').first()
  const days = page.getByRole('search').getByRole('button', { name: 'When', exact: true })
  expect(Math.abs((await middle(days)) - (await middle(search)))).toBeLessThan(3)
})
