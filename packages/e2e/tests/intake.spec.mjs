import { dialog, heading } from './acts.mjs'
import { buyerDesk } from './desk.mjs'
import { expect, landed, listen, signIn, test, usable } from './people.mjs'

const PHONE = { width: 390, height: 844 }
const DAY = 86_400_000

const day = (ms) => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('-')

test('applications are taken window after window, until the buyer ends it', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const desk = await buyerDesk(playwright, baseURL)
  const job = await desk.call('POST', '/jobs', {
    activity: 'supplier_registration',
    code: `MRH/S/${Date.now()}`,
    title: 'Register of plumbers',
  })
  const name = `Plumbers ${Date.now()}`
  const opens_at = new Date(desk.call.now - 1000).toISOString()
  const terms = (ms) => ({
    name,
    currency: 'KES',
    opens_at,
    closes_at: new Date(desk.call.now + ms).toISOString(),
  })
  const category = await desk.call('POST', `/jobs/${job.id}/categories`, terms(2 * DAY))
  const base = `/categories/${category.id}`
  const papers = await desk.call('POST', `${base}/sections`, { name: 'Papers' })
  await desk.call('POST', `${base}/questions`, {
    section_id: papers.id,
    prompt: 'Licence of the trade',
    response_type: 'text',
    must_answer: true,
    goes_qa: true,
  })

  const page = await (await browser.newContext({ viewport: PHONE })).newPage()
  const heard = listen(page, ['422'])
  await signIn(page, 'buyer@zabuni.test')
  const address = `/company/supplier-registration/category/details/${job.id}/${category.id}`
  await page.goto(address)
  await heading(page, name)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Rolling intake' }) })
  await expect(card).toContainText('Applications are taken once, until the closing time.')
  await card.getByRole('button', { name: 'Take applications window after window' }).click()
  const asked = page.getByRole('dialog')
  await usable(page)

  // No day, no such day and one before the closing: each is said, and what was chosen stays.
  await asked.getByRole('radio', { name: 'A week' }).check()
  const until = asked.getByLabel(/^Until/)
  for (const wrong of ['', '31-02-2027', day(desk.call.now + DAY)]) {
    await until.fill(wrong)
    const refused = page.waitForResponse((r) => r.request().method() === 'PUT')
    await dialog(page, 'Save').click()
    expect((await refused).status()).toBe(422)
    await expect(until).toHaveAttribute('aria-invalid', 'true')
    await expect(until).toHaveValue(wrong)
    await expect(asked.getByRole('radio', { name: 'A week' })).toBeChecked()
  }
  await until.fill(day(desk.call.now + 40 * DAY))
  await dialog(page, 'Save').click()
  await expect(card).toContainText('A new window opens every week until ')

  // Taken back, and set anew by the month.
  await card.getByRole('button', { name: 'Take them once' }).click()
  await expect(card).toContainText('Applications are taken once')
  await card.getByRole('button', { name: 'Take applications window after window' }).click()
  await until.fill(day(desk.call.now + 40 * DAY))
  await dialog(page, 'Save').click()
  await expect(card).toContainText('A new window opens every month until ')
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('draft-390.png'), fullPage: true })

  // What would outlast its intake is not published; then the first window is open, and closes.
  const move = async (ms) => {
    const { version } = await desk.call('GET', base)
    await desk.call('PUT', base, { ...terms(ms), version })
  }
  await move(60 * DAY)
  await page.reload()
  await expect(page.getByText('The intake ends before its first window does.')).toBeVisible()
  await move(12_000)
  await desk.call('POST', `${base}/publish`)
  const windows = card.getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(windows).toHaveCount(2, { timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await expect(windows.first()).toContainText('Window 1')
  await expect(windows.last()).toContainText('Open')
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('windows-390.png'), fullPage: true })
  await windows.last().getByRole('link', { name: 'Window 2' }).click()
  await landed(page, (url) => !url.pathname.endsWith(category.id))
  await expect(page.getByText(/-W2( ·|$)/).first()).toBeVisible()
  const second = new URL(page.url()).pathname.split('/').at(-1)

  // A supplier reads which window it is, and that another follows.
  const supplier = await (await browser.newContext({ viewport: PHONE })).newPage()
  const theirs = listen(supplier)
  await signIn(supplier, 'supplier@zabuni.test')
  await supplier.goto(`/supplier/category/${second}`)
  await heading(supplier, name)
  await expect(
    supplier.getByText(/^Applications are taken month by month. This is window 2/),
  ).toBeVisible()
  await expect(supplier.getByText(/^Who does not pass can apply again/)).toBeVisible()
  await usable(supplier)
  await supplier.screenshot({ path: test.info().outputPath('supplier-390.png'), fullPage: true })

  // Ended before its time: it says what that does, asks why, and no other follows.
  await page.setViewportSize({ width: 1440, height: 900 })
  await card.getByRole('button', { name: 'End the intake' }).click()
  await expect(asked).toContainText('this cannot be undone')
  await dialog(page, 'End the intake').click()
  await expect(asked.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await asked.getByRole('textbox').fill('There are enough plumbers.')
  await dialog(page, 'End the intake').click()
  await expect(card).toContainText('There are enough plumbers.')
  await expect(card).toContainText('No other window follows.')
  await expect(card.getByRole('button')).toHaveCount(0)
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('ended-1440.png'), fullPage: true })
  await supplier.reload()
  await expect(supplier.getByText('No other window follows.')).toBeVisible()
  await desk.end()
  expect([...heard, ...theirs]).toEqual([])
})
