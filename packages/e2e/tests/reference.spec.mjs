// Lists that are taken over from who publishes them: brought by the operator, seen before they count, and held to where something is
// said to be bought.
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'
import { workbook } from './workbook.mjs'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const both = async (page, name) => {
  for (const [width, size] of Object.entries({ 390: PHONE, 1440: WIDE })) {
    await page.setViewportSize(size)
    await usable(page)
    // Nothing is pushed off the screen, however long the name of a file is.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    await page.screenshot({ path: `test-results/reference-${name}-${width}.png`, fullPage: true })
  }
}
const bring = (page, name, text) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const result = (page) => page.getByRole('region', { name: 'What this file would do' })

// No other journey buys of division 98, or plans in Mali: a list counts for all who say one of its codes.
test('codes and holidays are brought in, seen first, and held to', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const complaints = listen(page, ['422'])
  await page.setViewportSize(WIDE)
  await signIn(page, 'qed@zabuni.test', '/zabuni/landing')
  const lines = page.getByRole('navigation', { name: 'Main navigation' })
  await follow(page, lines.getByRole('link', { name: 'Reference data' }))
  await landed(page, /\/zabuni\/reference-data\/cpv$/)
  await heading(page, 'Reference data')
  await both(page, 'empty')
  await follow(page, page.getByRole('link', { name: 'Bring a file' }))
  await heading(page, 'Bring CPV codes')

  // What is wrong is said by its row, and nothing of the file can be taken.
  await bring(page, 'cpv.csv', 'CODE,EN\n98310000-9,Washing\n98310000-9,Again\n9831-1,Short\n')
  await expect(page.getByText('2 rows are to be corrected.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 / })).toContainText(
    'This is the same as in row 2.',
  )
  await expect(page.getByRole('row', { name: /^4 / })).toContainText('Write a code as 30213100-6')
  await expect(page.getByRole('button', { name: 'Take it over' })).toHaveCount(0)
  await both(page, 'faulty')
  await bring(
    page,
    'A notice of the ministry with a name of a great many words and signs_final_version_2.csv',
    `CODE,EN\n${'9831-1,Short\n'.repeat(101)}`,
  )
  await expect(page.getByText('101 rows are to be corrected.')).toBeVisible()
  await expect(page.getByText('The first 100 rows are shown.')).toBeVisible()
  await both(page, 'many')
  await bring(page, 'notes.csv', 'some,notes\n1,2\n')
  await expect(page.getByText('None of the first rows names the columns CODE.')).toBeVisible()
  await bring(page, 'picture.png', 'nothing')
  await expect(page.getByText(/picture\.png:/)).toBeVisible()

  // The publisher's workbook, as it comes.
  await page.locator('input[type=file]').setInputFiles({
    name: 'cpv.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook('CPV codes', [
      ['CODE', 'BG', 'EN', 'FR', 'SW'],
      ['98310000-9', '', 'Washing and dry-cleaning services', 'Services de blanchisserie', ''],
      ['98311000-6', '', 'Laundry-collection services', '', 'Huduma za kukusanya nguo'],
    ]),
  })
  await expect(result(page)).toContainText(
    'The file takes the place of what the list says of these divisions: 98.',
  )
  await expect(result(page).getByRole('definition').first()).toHaveText('2')
  await both(page, 'result')
  await page.getByRole('button', { name: 'Take it over' }).click()
  await landed(page, /\/zabuni\/reference-data\/cpv$/)
  await expect(page.getByText('last brought as cpv.xlsx by')).toBeVisible()
  await search(page, 'laundry')
  await expect(page.getByRole('cell', { name: '98311000-6' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '98310000-9' })).toHaveCount(0)
  await search(page, '9831')
  await expect(page.getByRole('cell', { name: '98310000-9' })).toBeVisible()
  await both(page, 'codes')

  // The same again changes nothing, and says so.
  await follow(page, page.getByRole('link', { name: 'Bring a file' }))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the list as it stands' }).click()
  const path = await (await download).path()
  await page.locator('input[type=file]').setInputFiles({
    name: 'cpv.xlsx',
    mimeType: 'application/octet-stream',
    buffer: (await import('node:fs')).readFileSync(path),
  })
  await expect(result(page)).toContainText('It says what the list says already.')
  await expect(page.getByRole('button', { name: 'Take it over' })).toHaveCount(0)

  // Holidays.
  await page.goto('/zabuni/reference-data/holidays')
  await follow(page, page.getByRole('link', { name: 'Bring a file' }))
  await heading(page, 'Bring public holidays')
  await bring(
    page,
    'mali.csv',
    'Country;Date;Holiday\nMali;2027-03-10;Korité\nML;2027-05-17;Tabaski\n',
  )
  await expect(result(page)).toContainText(
    'The file takes the place of what the list says of: Mali 2027.',
  )
  await page.getByRole('button', { name: 'Take it over' }).click()
  await expect(page.getByRole('cell', { name: '10-03-2027' })).toBeVisible()
  await both(page, 'holidays')

  // A buyer who mistypes a code is told which digit it is, and loses nothing; what the code says stands below it.
  const buyer = await (await browser.newContext({ baseURL })).newPage()
  const theirs = listen(buyer, ['422'])
  await buyer.setViewportSize(WIDE)
  await signIn(buyer, 'buyer@zabuni.test', '/company/procurement-plans/create')
  await buyer.getByRole('textbox', { name: 'Title' }).fill(`Plan of the laundry ${Date.now()}`)
  await buyer.getByRole('textbox', { name: 'Year' }).fill('2026')
  await buyer.getByRole('combobox', { name: 'Rules' }).selectOption('ke-ppada')
  await buyer.getByRole('button', { name: 'Begin a plan' }).click()
  await follow(buyer, buyer.getByRole('link', { name: 'Add an item' }))
  await heading(buyer, 'Add an item')
  const code = buyer.getByRole('combobox', { name: 'CPV code' })
  await buyer.getByRole('textbox', { name: 'Number' }).fill('L1')
  await buyer.getByRole('textbox', { name: 'What is bought' }).fill('Laundry of the wards')
  await code.fill('laundry')
  await expect(buyer.locator('datalist option[value="98311000-6"]')).toHaveText(
    'Laundry-collection services',
  )
  await code.fill('98311000-5')
  await expect(buyer.locator('p', { hasText: /^Laundry-collection services$/ })).toBeVisible()
  await buyer.getByRole('textbox', { name: 'Estimated value' }).fill('5000000')
  await buyer.getByRole('textbox', { name: 'Published on' }).fill('01-12-2026')
  await buyer.getByRole('textbox', { name: 'Awarded on' }).fill('01-03-2027')
  await buyer.getByRole('button', { name: 'Add an item' }).click()
  await expect(buyer.getByText('The check digit of 98311000 is 6.').first()).toBeVisible()
  await expect(code).toHaveValue('98311000-5')
  await expect(buyer.getByRole('textbox', { name: 'What is bought' })).toHaveValue(
    'Laundry of the wards',
  )
  await both(buyer, 'refused')
  await code.fill('98399999')
  await buyer.getByRole('button', { name: 'Add an item' }).click()
  await expect(buyer.getByText('The list of CPV codes has no 98399999.').first()).toBeVisible()
  await code.fill('98311000-6')
  await buyer.getByRole('button', { name: 'Add an item' }).click()
  await expect(buyer.getByRole('link', { name: 'Laundry of the wards' })).toBeVisible()
  await follow(buyer, buyer.getByRole('link', { name: 'Laundry of the wards' }))
  await expect(buyer.locator('p', { hasText: /^Laundry-collection services$/ })).toBeVisible()
  expect(theirs).toEqual([])
  expect(complaints).toEqual([])
})
