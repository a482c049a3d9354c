import { expect, signIn, test, usable } from './people.mjs'

const shape = (region) =>
  region.evaluate((box) => ({ over: box.scrollWidth - box.clientWidth, left: box.scrollLeft }))

test('a table wider than its place is reached and moved by the keyboard', async ({ page }) => {
  await signIn(page, 'qed@zabuni.test')
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto('/zabuni/suppliers')
  await usable(page)
  const region = page.getByRole('region', { name: 'Suppliers', exact: true })
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
  const table = page.getByRole('table', { name: 'Suppliers', exact: true })
  expect(await table.evaluate((t) => t.parentElement.tabIndex)).toBe(-1)
  await usable(page)
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
