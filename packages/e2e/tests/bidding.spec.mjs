import { readFile } from 'node:fs/promises'
import { heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, harmful, landed, listen, search, signIn, test, usable } from './people.mjs'

// With the service worker, as a bidder whose line breaks has it.
test.use({ serviceWorkers: 'allow' })

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]
const group = (page, name) => page.getByRole('group', { name: new RegExp(name) })
const saved = (page) =>
  expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d [AP]M$/ })).toBeVisible()

const pdf = (pages) => ({
  name: 'tax-compliance.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${'% certificate\n'.repeat(pages)}%%EOF\n`),
})

/** A stranger's look at a proof: what is genuine, what was changed, what is no proof. */
const checks = async (browser, baseURL, viewport, proven, category) => {
  const context = await browser.newContext({ baseURL, viewport })
  const page = await context.newPage()
  const complaints = listen(page, ['ERR_FAILED'])
  const give = (text) =>
    page.getByLabel('Proof of a submission').setInputFiles({
      name: 'proof.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  await page.goto('/check')
  await heading(page, 'Check a proof')
  await usable(page)
  await give(proven)
  await expect(page.getByText('Genuine: everything in this file fits together')).toBeFocused()
  await expect(page.getByText(category)).toBeVisible()
  await expect(page.getByText('None counts this version')).toBeVisible()
  await usable(page)
  await give(proven.replace('version 1', 'version 2'))
  await expect(page.getByRole('alert')).toContainText('A signature in it does not fit its text.')
  await expect(page.getByText(category)).toBeHidden()
  await give(JSON.stringify({ ...JSON.parse(proven), log: null }))
  await expect(page.getByRole('alert')).toContainText('This file is not genuine')
  await give('no proof at all')
  await expect(page.getByRole('alert')).toContainText('It is not a proof of this platform’s kind.')
  await usable(page)
  await page.getByRole('button', { name: 'Remove proof.json' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  // Without a network the file is held against the key that it brings, and that is said.
  await page.route('**/api/*/log', (route) => route.abort())
  await give(proven)
  await expect(page.getByText('The platform’s key could not be fetched.')).toBeFocused()
  await page.unroute('**/api/*/log')
  await give(
    proven.replace(/"verifier_key": "[^"]*"/, `"verifier_key": "other+00000000+${'A'.repeat(44)}"`),
  )
  await expect(page.getByRole('alert')).toContainText('It is signed with another key')
  expect(complaints).toEqual([])
  await context.close()
}

for (const [name, viewport] of sizes) {
  test(`a supplier finds, writes, submits and amends a bid (${name})`, async ({
    page,
    context,
    browser,
    baseURL,
    playwright,
  }) => {
    await page.setViewportSize(viewport)
    // The lost line is the browser's own complaint.
    const complaints = listen(page, ['ERR_INTERNET_DISCONNECTED', '415', '422'])
    const desk = await buyerDesk(playwright, baseURL)
    const title = `Ward equipment ${name} ${Date.now()}`
    const category = await publishTender(desk, title)
    await signIn(page, 'supplier@zabuni.test')
    await heading(page, 'Welcome, Peter.')
    await usable(page)

    // Browse, look, take part.
    await page.goto('/supplier/landing')
    await heading(page, 'Open jobs')
    await search(page, title)
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
    await usable(page)
    await page.getByRole('link', { name: title }).click()
    await heading(page, title)
    await expect(page.getByText('Describe three similar contracts')).toBeVisible()
    // What decides is told before anybody bids.
    const compared = page.locator('section').filter({ hasText: 'How bids are compared' })
    await expect(compared).toContainText('By the combined score of the published shares')
    await expect(compared).toContainText('Relative to the lowest price')
    await expect(page.getByRole('cell', { name: 'Gloves, box of 100' })).toBeVisible()
    await usable(page)
    await page.getByRole('button', { name: 'Participate' }).click()
    await landed(page, `/supplier/tender/category/instructions/${category.id}`)
    await usable(page)
    await page.getByRole('link', { name: 'Begin my bid' }).click()
    await expect(page.getByRole('heading', { name: 'Company and documents' })).toBeVisible()
    await usable(page)

    // What is typed is saved by itself and outlives a reload.
    // What is longer than it may be is told and not cut.
    const registered = page.getByLabel('Registered name of the company')
    await registered.fill('x'.repeat(501))
    await expect(page.getByText('Enter at most 500 characters.')).toBeVisible()
    await expect(registered).toHaveValue('x'.repeat(501))
    await registered.fill('Savanna Medical Supplies Ltd')
    await expect(page.getByText('Enter at most')).toHaveCount(0)
    await page.getByLabel('Describe three similar contracts').fill('Nakuru 2024\nKisumu 2025')
    await saved(page)
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Registered name')).toHaveValue('Savanna Medical Supplies Ltd')
    await expect(page.getByLabel('Describe three')).toHaveValue('Nakuru 2024\nKisumu 2025')

    // Without a line it stays on the device, and goes out when the line is back.
    await context.setOffline(true)
    await group(page, 'Delivery after order').getByLabel('Within a month').check()
    await group(page, 'Certificates').getByLabel('ISO 13485').check()
    await expect(page.getByText('Offline: 2 kept on this device')).toBeVisible()
    await context.setOffline(false)
    await saved(page)
    await page.reload()
    await expect(group(page, 'Certificates').getByLabel('ISO 13485')).toBeChecked()

    await group(page, 'one lot').getByLabel('Yes').check()
    await group(page, 'new and unused').getByLabel('True').check()
    await group(page, 'hospital before').getByLabel('Yes').check()
    await page.getByLabel('Years in business').fill('twelve')
    await page.getByLabel('Years in business').blur()
    await expect(page.getByText('Enter a number, such as 1,234.56.')).toBeVisible()
    await page.getByLabel('Years in business').fill('12')
    await page
      .getByLabel(/^Tax compliance certificate/)
      .setInputFiles({ name: 'virus.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await expect(page.getByText('Invalid file type.')).toBeVisible()
    await page.getByLabel(/^Tax compliance certificate/).setInputFiles(harmful('scan.pdf'))
    await expect(page.getByText('something harmful in this file (Eicar-Test-')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Download scan/ })).toHaveCount(0)
    await page.getByLabel(/^Tax compliance certificate/).setInputFiles(pdf(200_000))
    await expect(page.getByRole('button', { name: /^Download tax-compliance/ })).toBeVisible()
    await saved(page)
    await usable(page)

    // Prices: down the column by keyboard, amounts and total exact.
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await landed(page, `/supplier/tender/category/financial/bid/${category.id}`)
    await page.getByLabel('Unit price 1 ').fill('1,250.50')
    await page.getByLabel('Unit price 1 ').press('Enter')
    await expect(page.getByLabel('Unit price 2 ')).toBeFocused()
    await page.getByLabel('Unit price 2 ').fill('3.3333')
    await expect(page.getByText('8,334.92')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'KES' })).toHaveText(/KES.23,340\.92/)
    await saved(page)
    await usable(page)

    // By Excel: the workbook holds what was saved; what differs since is shown before it is taken.
    await page.getByRole('link', { name: 'Use Excel' }).click()
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the template' }).click(),
    ])
    await page.getByLabel('Unit price 1 ').fill('1300')
    await saved(page)
    await page.getByLabel('Upload the filled template').setInputFiles({
      name: 'rfq-items.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await readFile(await workbook.path()),
    })
    const difference = page.getByRole('table', { name: 'What the workbook changes' })
    await expect(difference.getByRole('row').nth(1)).toContainText('Hospital bed1,300.001,250.50')
    await expect(page.getByText('1 line has no price')).toBeVisible()
    await usable(page)
    await page.getByRole('button', { name: 'Take over 1 line' }).click()
    await expect(page.getByLabel('Unit price 1 ')).toHaveValue('1,250.50')
    await page.getByLabel('Upload the filled template').setInputFiles({
      name: 'prices.xls',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from('old'),
    })
    await expect(
      page.getByText('There is a problem with your uploaded Excel. Verify and retry.'),
    ).toBeVisible()

    // What is missing is listed, each with the way to it.
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await landed(page, `/supplier/tender/preview/${category.id}`)
    await expect(page.getByRole('heading', { name: '1 thing is missing' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit bid' })).toBeDisabled()
    await usable(page)
    await page.getByRole('link', { name: '3 · Disinfectant' }).click()
    await expect(page.getByLabel('Unit price 3 ')).toBeFocused()
    await page.getByLabel('Unit price 3 ').fill('900')
    await saved(page)

    // A workbook without a fault is read like any other: unchanged, and with one change.
    await page.getByRole('link', { name: 'Use Excel' }).click()
    const [full] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the template' }).click(),
    ])
    const faultless = {
      name: 'rfq-items.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await readFile(await full.path()),
    }
    await page.getByLabel('Upload the filled template').setInputFiles(faultless)
    await expect(page.getByText('The file has the prices that are saved already.')).toBeVisible()
    await usable(page)
    await page.getByLabel('Unit price 3 ').fill('950')
    await saved(page)
    await page.getByLabel('Upload the filled template').setInputFiles(faultless)
    await expect(difference.getByRole('row').nth(1)).toContainText('950.00900.00')
    await page.getByRole('button', { name: 'Take over 1 line' }).click()
    await expect(page.getByLabel('Unit price 3 ')).toHaveValue('900.00')
    await page.getByRole('link', { name: 'Next', exact: true }).click()

    // A file that was refused is named, and nothing is submitted as if it were there.
    await page.getByRole('button', { name: 'Submit bid' }).click()
    await expect(page.getByText('scan.pdf was not taken, so nothing was submitted.')).toBeFocused()
    await page.goto(`/supplier/tender/category/bid/${category.id}`)
    await page.getByRole('button', { name: 'Remove scan.pdf' }).click()
    await expect(page.getByRole('button', { name: 'Remove scan.pdf' })).toHaveCount(0)
    await saved(page)
    await page.goto(`/supplier/tender/preview/${category.id}`)

    // Submitted: the receipt at once, to keep.
    await page.getByRole('button', { name: 'Submit bid' }).click()
    await expect(page.getByRole('heading', { name: 'Version 1 was received' })).toBeFocused()
    await expect(page.getByText(/\d\d:\d\d:\d\d\.\d{3} [AP]M GMT\+3/)).toBeVisible()
    const hash = await page.getByText(/^[0-9a-f]{64}$/).textContent()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the receipt' }).click(),
    ])
    const note = await readFile(await download.path())
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', note)).toString('hex')
    expect(digest).toBe(hash)
    expect(note.toString()).toContain(`category ${category.id}`)
    await usable(page)

    // Anybody checks the proof without an account; a changed letter shows.
    const [proof] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the proof' }).click(),
    ])
    const proven = await readFile(await proof.path(), 'utf8')
    await checks(browser, baseURL, viewport, proven, category.id)

    // Amended before closing: a second version takes its place.
    await page.goto(`/supplier/tender/category/bid/${category.id}`)
    await page.getByLabel('Years in business').fill('13')
    await saved(page)
    await page.goto(`/supplier/tender/preview/${category.id}`)
    await expect(page.getByText('Your draft has changed since version 1.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Withdraw my bid' })).toBeVisible()
    await page.goto('/supplier/ongoingbids')
    await search(page, title)
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText(
      'Changed since version 1',
    )
    await page.goto(`/supplier/tender/preview/${category.id}`)
    await expect(page.getByText('Changed since version 1', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Submit version 2' }).click()
    await expect(page.getByRole('heading', { name: 'Version 2 was received' })).toBeFocused()
    await page.goto('/supplier/ongoingbids')
    await search(page, title)
    const row = page.getByRole('row').filter({ hasText: title })
    await expect(row.getByText('Submitted')).toBeVisible()
    await expect(row.getByText('100%')).toBeVisible()
    await usable(page)
    expect(complaints).toEqual([])
    await desk.end()
  })
}

test('two tabs follow each other, and a conflict shows both values', async ({
  page,
  context,
  browser,
  baseURL,
  playwright,
}) => {
  const desk = await buyerDesk(playwright, baseURL)
  const title = `Two hands ${Date.now()}`
  const category = await publishTender(desk, title, { all: false })
  await signIn(page, 'supplier3@zabuni.test')
  const path = `/supplier/tender/category/bid/${category.id}`
  await page.goto(path)
  await page.getByRole('button', { name: 'Participate' }).click()
  await page.getByRole('link', { name: 'Begin my bid' }).click()
  const name = 'Registered name of the company'
  await expect(page.getByLabel(name)).toBeVisible()

  // Another tab of the same device sees what is typed here at once, saved or not.
  const second = await context.newPage()
  await second.goto(path)
  await expect(second.getByLabel(name)).toBeVisible()
  await page.getByLabel(name).fill('Volta')
  await expect(second.getByLabel(name)).toHaveValue('Volta')
  await saved(second)

  // Another device saves meanwhile: nothing is overwritten, a person decides.
  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  await signIn(other, 'supplier3@zabuni.test', path)
  await expect(other.getByLabel(name)).toHaveValue('Volta')
  await page.getByLabel(name).fill('Volta Diagnostics')
  await saved(page)
  await other.getByLabel(name).fill('Volta Ltd')
  await expect(other.getByText('1 answer needs your decision')).toBeVisible()
  const both = other.getByRole('alert')
  await expect(both).toContainText('Volta Ltd')
  await expect(both).toContainText('Volta Diagnostics')
  await usable(other)
  await both.getByRole('button', { name: 'Take the other' }).click()
  await expect(other.getByLabel(name)).toHaveValue('Volta Diagnostics')
  await saved(other)
  await elsewhere.close()
  await desk.end()
})

test('a supplier withdraws a bid, with a reason', async ({
  page,
  browser,
  baseURL,
  playwright,
}) => {
  const complaints = listen(page)
  const desk = await buyerDesk(playwright, baseURL)
  const title = `Linen ${Date.now()}`
  const category = await publishTender(desk, title, { all: false, hours: 0.5 })
  await signIn(page, 'supplier3@zabuni.test', `/supplier/tender/category/bid/${category.id}`)
  await page.getByRole('button', { name: 'Participate' }).click()
  await page.getByRole('link', { name: 'Begin my bid' }).click()
  // Half an hour before the closing everything is checked.
  const check = page.getByRole('region', { name: 'Deadline check' })
  await expect(check.getByText('2 mandatory answers or prices are missing')).toBeVisible()
  await page.getByLabel('Registered name of the company').fill('Volta Diagnostics')
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByLabel('Unit price 1 ').fill('480')
  await saved(page)
  await expect(check.getByText('All mandatory answers and prices are there')).toBeVisible()
  await expect(check.getByText(/Connection good/)).toBeVisible()
  await usable(page)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Submit bid' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 was received' })).toBeVisible()
  await page.getByRole('link', { name: 'Withdraw my bid' }).click()
  await heading(page, 'Withdraw my bid')
  await page.getByRole('button', { name: 'Withdraw the bid' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByLabel('Reason').fill('Our supplier of cotton has closed.')
  await usable(page)
  await page.getByRole('button', { name: 'Withdraw the bid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the bid' }).click()
  await heading(page, 'My bid withdrawals')
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('cotton')
  await usable(page)
  // Support knows whom to call, why, and what becomes of the fee.
  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, 'qed@zabuni.test', '/zabuni/bidwithdrawals')
  const row = staff.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Volta')
  await expect(row).toContainText('Our supplier of cotton has closed.')
  await expect(row).toContainText('Call by')
  await usable(staff)
  await page.goto(`/supplier/tender/preview/${category.id}`)
  await expect(page.getByText('You have withdrawn this bid.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Submit/ })).toHaveCount(0)
  expect(complaints).toEqual([])
  await desk.end()
})

test('a closed category shows what was submitted, and takes nothing more', async ({ page }) => {
  const complaints = listen(page)
  await signIn(page, 'supplier@zabuni.test', '/supplier/closedbids')
  await page.getByRole('link', { name: 'Reagents' }).click()
  await expect(
    page.getByText(
      'This category has already closed. No further actions are allowed from your end!',
    ),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await usable(page)
  await page.getByRole('link', { name: /Review and submit/ }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 was received' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Submit/ })).toHaveCount(0)
  await usable(page)
  expect(complaints).toEqual([])
})
