// Plans of procurement: written by hand and by workbook, approved by another person, and jobs that are held against them.
import { dialog, heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'
import { workbook } from './workbook.mjs'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const COLUMNS = [
  ...['id', 'number', 'title', 'department', 'classification', 'activity', 'currency'],
  ...['estimate', 'publish_on', 'award_on', 'budget_line'],
]
const row = (n, { method = 'rfq', estimate = '1800000', day = `2026-12-0${n}` } = {}) => [
  ...['', `W${n}`, `Laptops ${n}`, '', '30213000', method, 'KES', estimate, day, '2027-02-01', ''],
]
/** At both widths the screen is as it must be. */
const both = async (page, name) => {
  await page.setViewportSize(PHONE)
  await usable(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.screenshot({ path: `test-results/procurement-${name}-390.png`, fullPage: true })
  await page.setViewportSize(WIDE)
  await usable(page)
  await page.screenshot({ path: `test-results/procurement-${name}-1440.png`, fullPage: true })
}

/** What is approved stands on the public list and in the feed, without what it may cost; a tender that comes of it is named there. */
const everybodyReads = async (page, title, plan) => {
  await page.goto(`/tenders/planned?search=${encodeURIComponent(title)}`)
  await heading(page, 'Planned purchases')
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /OCDS/ }) })
  await expect(async () => {
    await page.reload()
    await expect(rows).toHaveCount(3, { timeout: 1000 })
  }).toPass() // the event has to come to who publishes it
  const beds = rows.filter({ hasText: 'Beds for the wards' })
  await expect(beds).toContainText(`Tender · Mlima Referral Hospital · ${title} (2026)`)
  await expect(beds).toContainText('CPV 33192100')
  await expect(beds).toContainText('To be published 01-12-2026')
  await expect(beds).toContainText('To be awarded by 01-03-2027')
  await expect(page.getByRole('main')).not.toContainText('5,000,000')
  await both(page, 'public')
  const path = await beds.getByRole('link', { name: /OCDS/ }).getAttribute('href')
  const answer = await page.request.get(path)
  const text = await answer.text()
  expect(text).not.toContain('5000000')
  const [{ compiledRelease }] = JSON.parse(text).records
  expect(compiledRelease.tender).toMatchObject({ title: 'Beds for the wards', status: 'planned' })
  await page.getByRole('searchbox').fill('nothing of the kind')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('main')).toContainText('Nothing is planned that fits.')
  await page.getByLabel('Country of the buyer').selectOption('Kenya')
  await page.getByRole('searchbox').fill('3319')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(rows.filter({ hasText: title })).toHaveCount(1)
  await follow(page, page.getByRole('link', { name: 'Tenders', exact: true }))
  await heading(page, 'Public tenders')
  await follow(page, page.getByRole('link', { name: 'What buyers plan to buy' }))
  await heading(page, 'Planned purchases')
  // What is public stays so: the plan says it, and its form does not offer otherwise.
  await page.goto(plan)
  await expect(page.getByText('Yes: everybody reads what was approved')).toBeVisible()
}

test('a plan that is kept out is told to nobody', async ({ page, browser, baseURL, request }) => {
  const complaints = listen(page)
  const title = `Quiet plan ${Date.now()}`
  const item = `Quiet${'w'.repeat(150)}` // a word that no line has a place for
  await signIn(page, 'buyer@zabuni.test', '/company/procurement-plans/create')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Year' }).fill('2026')
  await page.getByLabel(/^Keep it out of what everybody reads/).check()
  await page.getByRole('button', { name: 'Begin a plan' }).click()
  await heading(page, title)
  const plan = new URL(page.url()).pathname
  await expect(page.getByText('No: kept out')).toBeVisible()
  await follow(page, page.getByRole('link', { name: 'Add an item' }))
  await page.getByRole('textbox', { name: 'Number' }).fill('1')
  await page.getByRole('textbox', { name: 'What is bought' }).fill(item)
  await page.getByRole('combobox', { name: 'CPV code' }).fill('33192100')
  await page.getByRole('textbox', { name: 'Estimated value' }).fill('5000000')
  await page.getByRole('textbox', { name: 'Published on' }).fill('01-12-2026')
  await page.getByRole('textbox', { name: 'Awarded on' }).fill('01-03-2027')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await expect(page.getByRole('link', { name: item })).toBeVisible()
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await dialog(page, 'Send for approval').click()
  await expect(page.getByText('Waits for approval')).toBeVisible()
  await both(page, 'long')
  const other = await (await browser.newContext({ baseURL })).newPage()
  await signIn(other, 'buyer2@zabuni.test', plan)
  await heading(other, title)
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByRole('dialog')).toContainText('From now on jobs are made of its items')
  await expect(other.getByRole('dialog')).not.toContainText('Everybody may then read')
  await dialog(other, 'Approve').click()
  await expect(other.getByText('Approved', { exact: true }).first()).toBeVisible()
  // It is let out by a revision, and public from its next approval on.
  await other.getByRole('button', { name: 'Revise' }).click()
  await other.getByRole('dialog').getByRole('textbox').fill('In the open')
  await dialog(other, 'Revise').click()
  await expect(other.getByText('Being revised', { exact: true })).toBeVisible()
  await page.goto(plan)
  await follow(page, page.getByRole('link', { name: 'Change the plan' }))
  const box = page.getByLabel(/^Keep it out of what everybody reads/)
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await heading(page, title)
  await expect(page.getByText('From its approval on')).toBeVisible()
  const found = async () =>
    (await (await request.get(`/api/supplier/planned?search=${encodeURIComponent(title)}`)).json())
      .items
  expect(await found()).toEqual([])
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await dialog(page, 'Send for approval').click()
  await expect(page.getByText('Waits for approval')).toBeVisible()
  await other.reload()
  await other.getByRole('button', { name: 'Approve' }).click()
  await dialog(other, 'Approve').click()
  await expect(other.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(async () => expect(await found()).toHaveLength(1)).toPass()
  expect(complaints).toEqual([])
})

test('a plan is written, brought in by workbook, approved by another, and a job is held against it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(400_000)
  const complaints = listen(page, ['422'])
  const title = `Plan of the wards ${Date.now()}`
  await page.setViewportSize(WIDE)
  await signIn(page, 'buyer@zabuni.test', '/company/landing')
  const lines = page.getByRole('navigation', { name: 'Main navigation' })
  await follow(page, lines.getByRole('link', { name: 'Procurement plans' }))
  await landed(page, /\/company\/procurement-plans$/)
  await follow(page, page.getByRole('link', { name: 'Begin a plan' }).first())
  await heading(page, 'Begin a plan')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Year' }).fill('1999')
  await page.getByRole('combobox', { name: 'Rules' }).selectOption('ke-ppada')
  await page.getByRole('button', { name: 'Begin a plan' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await page.getByRole('textbox', { name: 'Year' }).fill('2026')
  await expect(page.getByLabel(/^Keep it out of what everybody reads/)).not.toBeChecked()
  await both(page, 'form')
  await page.getByRole('button', { name: 'Begin a plan' }).click()
  await heading(page, title)
  const plan = page.url()

  // By hand; what is wrong is said at its field.
  await follow(page, page.getByRole('link', { name: 'Add an item' }))
  await heading(page, 'Add an item')
  await page.getByRole('textbox', { name: 'Number' }).fill('T1')
  await page.getByRole('textbox', { name: 'What is bought' }).fill('Beds for the wards')
  await page.getByRole('combobox', { name: 'CPV code' }).fill('331')
  await page.getByRole('textbox', { name: 'Estimated value' }).fill('5000000')
  await page.getByRole('textbox', { name: 'Published on' }).fill('01-12-2026')
  await page.getByRole('textbox', { name: 'Awarded on' }).fill('01-03-2027')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await expect(page.getByText('Write the eight digits of a CPV code').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'CPV code' }).fill('33192100-3')
  await both(page, 'item')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await expect(page.getByRole('link', { name: 'Beds for the wards' })).toBeVisible()

  // By workbook: the good rows come in, the bad one comes back; what may be split is told.
  await follow(page, page.getByRole('link', { name: 'Bring in by workbook' }))
  await heading(page, 'Bring in by workbook')
  await page.locator('input[type=file]').setInputFiles({
    name: 'filled.xlsx',
    mimeType: XLSX,
    buffer: workbook('PROCUREMENT PLAN', [
      COLUMNS,
      COLUMNS,
      row(1),
      row(2),
      row(3, { estimate: 'a lot' }),
    ]),
  })
  await expect(page.getByRole('cell', { name: /This is not a number/ })).toBeVisible()
  await both(page, 'upload')
  await page.getByRole('button', { name: 'Take over 2 rows' }).click()
  await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible({
    timeout: 60_000,
  })
  const errors = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what to correct' }).click()
  expect((await errors).suggestedFilename()).toBe('procurement-plan-to-correct.xlsx')
  await follow(page, page.getByRole('link', { name: 'Back' }))
  await heading(page, title)
  await expect(page.getByText('These purchases may be split')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Laptops 2' })).toBeVisible()
  await both(page, 'plan')
  // Whoever sends it does not approve it.
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await dialog(page, 'Send for approval').click()
  await expect(page.getByText('Waits for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await (await browser.newContext({ baseURL })).newPage()
  const theirs = listen(other, ['422'])
  await other.setViewportSize(WIDE)
  await signIn(other, 'buyer2@zabuni.test', new URL(plan).pathname)
  await heading(other, title)
  await both(other, 'waits')
  // Who approves is told that everybody reads it from then on, and that it stays so.
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByRole('dialog')).toContainText('What is public stays so')
  await dialog(other, 'Approve').click()
  await expect(other.getByText('Approved', { exact: true }).first()).toBeVisible()
  await everybodyReads(other, title, new URL(plan).pathname)

  // A job of it: another class is refused at its field, what was typed stays; then it is taken.
  await page.goto('/company/create/tender')
  await page.getByRole('textbox', { name: 'Title' }).fill(`Beds ${title}`)
  await page.getByRole('textbox', { name: 'Your own number' }).fill(`PL${Date.now()}`)
  const item = page.getByRole('combobox', { name: 'Item of the procurement plan' })
  await item.fill('Beds for')
  await page.getByRole('option', { name: title }).click()
  await expect(item).toHaveValue(/T1 Beds for the wards.*5,000,000/)
  await page.getByRole('combobox', { name: 'What it buys (CPV code)' }).fill('39110000')
  const make = page.locator('form').getByRole('button').last()
  await make.click()
  await expect(page.getByText('The plan buys of class 3319 here').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`Beds ${title}`)
  await both(page, 'job')
  await page.getByRole('combobox', { name: 'What it buys (CPV code)' }).fill('')
  await make.click()
  await landed(page, /\/tender\/details\//)
  await expect(page.getByText('T1 Beds for the wards').first()).toBeVisible()
  await expect(page.getByText('33192100').first()).toBeVisible()
  await page.goto(plan)
  await expect(page.getByText('In a job')).toBeVisible()

  // The list, and the operator's desk of the same.
  await page.goto('/company/procurement-plans')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await both(page, 'list')
  const staff = await (await browser.newContext({ baseURL })).newPage()
  const staffs = listen(staff)
  await staff.setViewportSize(WIDE)
  await signIn(staff, 'qed@zabuni.test', '/zabuni/procurement-plans')
  await follow(staff, staff.getByRole('link', { name: title }))
  await heading(staff, title)
  await expect(staff.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await both(staff, 'operator')
  expect([...complaints, ...theirs, ...staffs]).toEqual([])
})
