// Reference data out of Excel: what a file would do, what it did, and what comes back to be corrected.
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'
import { workbook } from './workbook.mjs'

// With the service worker, as a bidder whose line breaks has it.
test.use({ serviceWorkers: 'allow' })

const OPERATOR = 'qed@zabuni.test'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PROBLEM = 'There is a problem with your uploaded Excel. Verify and retry.'
const BUYERS = ['name', 'country', 'tax_id', 'phone', 'email', 'address', 'category_types']
const TYPES = [
  ['code', 'name', 'description', 'section', 'weight', 'question'],
  ['response', 'must_answer', 'max_score', 'min_score', 'options'],
].flat()
const file = (buffer, name = 'filled.xlsx', mimeType = XLSX) => ({ name, mimeType, buffer })
const give = (page, what) => page.locator('input[type=file]').setInputFiles(what)
const completed = (page) =>
  expect(page.getByRole('main').getByText('Completed').first()).toBeVisible({ timeout: 60_000 })

test('buyers come from a workbook; what is wrong comes back in it', async ({ page }) => {
  const complaints = listen(page, ['422'])
  await signIn(page, OPERATOR, '/zabuni/buyers')
  await follow(page, page.getByRole('link', { name: 'Upload from Excel' }))
  await usable(page)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  expect((await template).suggestedFilename()).toBe('buyers.xlsx')

  await give(page, file(Buffer.from('%PDF-1.4\n'), 'buyers.pdf', 'application/pdf'))
  await expect(page.getByText(PROBLEM)).toBeVisible()
  await give(page, file(workbook('OTHER', [BUYERS, BUYERS])))
  await expect(page.getByText(PROBLEM)).toBeVisible()

  const good = ['Mara Water', 'Kenya', 'P051239001Q', '0712 000 901', 'info@mara.example', 'Narok']
  const bad = ['', 'KE', 'no pin', '12', 'mail', '', 'NOPE']
  const filled = workbook('BUYERS', [BUYERS, BUYERS, good, bad])
  await give(page, file(filled))
  await expect(page.getByRole('cell', { name: /This field is required/ })).toBeVisible()
  await expect(page.getByText(PROBLEM)).toHaveCount(0)
  await usable(page)
  await page.getByRole('button', { name: 'Take over 1 row' }).click()
  await landed(page, /\/zabuni\/buyers\/upload\/progress\//)
  await completed(page)
  await usable(page)
  const errors = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what to correct' }).click()
  expect((await errors).suggestedFilename()).toBe('buyers-to-correct.xlsx')

  await page.goto('/zabuni/buyers')
  await search(page, 'Mara Water')
  await expect(page.getByRole('link', { name: 'Mara Water', exact: true })).toBeVisible()
  // The same file again has nothing to do but to give the bad row back.
  await page.goto('/zabuni/category_types/upload/buyers')
  await give(page, file(filled))
  await page.getByRole('button', { name: 'Get the rows to correct' }).click()
  await landed(page, /\/zabuni\/category_types\/upload\/buyers\/progress\//)
  await completed(page)
  await expect(page.getByText('Unchanged')).toBeVisible()
  // Without a good row the task has failed, and says what to do.
  await page.goto('/zabuni/category_types/upload/buyers')
  await give(page, file(workbook('BUYERS', [BUYERS, BUYERS, bad])))
  await page.getByRole('button', { name: 'Get the rows to correct' }).click()
  await expect(page.getByText('No row can be taken over.')).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('category types come with their criteria, and go into a category', async ({
  page,
  browser,
}) => {
  const complaints = listen(page)
  await signIn(page, OPERATOR, '/zabuni/category_types')
  await follow(page, page.getByRole('link', { name: 'Upload types' }))
  await usable(page)
  const asks = ['Experience', '40', 'Years with boreholes', 'selection', 'yes', '10', '5']
  const row = ['BORE', 'Boreholes', 'Drilling and lining', ...asks, 'Ten = 10\nFive = 5']
  await give(page, file(workbook('CATEGORY TYPES', [TYPES, TYPES, row])))
  await page.getByRole('button', { name: 'Take over 1 row' }).click()
  await landed(page, /\/zabuni\/category_types\/progress\//)
  await completed(page)
  await usable(page)
  await page.goto('/zabuni/category_types?search=Boreholes')
  await page.getByRole('link', { name: 'Boreholes' }).click()
  await expect(page.getByText('Experience', { exact: true })).toBeVisible()

  // A buyer takes them over into a tender of its own.
  const other = await browser.newContext()
  const buyer = await other.newPage()
  await signIn(buyer, 'rail@zabuni.test', '/company/create/tender')
  await buyer.getByLabel('Title').fill('Boreholes along the line')
  await buyer.getByLabel('Your own number').fill('RAIL/BORE/1')
  await buyer.getByRole('button', { name: 'Create tender' }).click()
  await buyer.getByRole('link', { name: 'Add category' }).click()
  await buyer.getByLabel('Name').fill('Drilling')
  await buyer.getByRole('combobox', { name: 'Kind of supply' }).fill('Boreholes')
  await buyer.getByRole('option', { name: 'Boreholes' }).click()
  await buyer.getByRole('button', { name: 'Add category' }).click()
  await buyer
    .getByRole('navigation', { name: 'Parts of the category' })
    .getByRole('link', { name: 'Sections and questions' })
    .click()
  await buyer.getByRole('button', { name: 'Insert from category type' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Category type' })).toHaveValue('Boreholes')
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(dialog.getByText('Choose at least one.').first()).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Experience' }).check()
  await usable(buyer)
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(buyer.getByRole('link', { name: 'Years with boreholes' })).toBeVisible()
  await usable(buyer)
  await other.close()
  expect(complaints).toEqual([])
})

test('uploads on a phone, in Amharic', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, OPERATOR)
  await page.evaluate(() => localStorage.setItem('zabuni.language', 'am'))
  for (const path of ['/zabuni/category_types/upload/buyers', '/zabuni/category_types/upload']) {
    await page.goto(path)
    await usable(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    await page.screenshot({ path: info.outputPath(`${path.replaceAll('/', '_')}.png`) })
  }
})
