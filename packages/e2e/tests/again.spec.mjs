import { dialog, heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, follow, landed, listen, signIn, test, toJob, usable } from './people.mjs'

const shot = (page, name) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

// What somebody answered last is offered: each has a supplier that bids in no other journey.
for (const [name, viewport, who] of [
  ['desk', { width: 1440, height: 900 }, 'supplier2@zabuni.test'],
  ['phone', { width: 390, height: 844 }, 'supplier7@zabuni.test'],
])
  test(`what was answered in one bid is offered in the next, and taken over by choice (${name})`, async ({
    page,
    baseURL,
    playwright,
  }) => {
    await page.setViewportSize(viewport)
    const complaints = listen(page)
    const desk = await buyerDesk(playwright, baseURL)
    const titles = [`First of two ${name} ${Date.now()}`, `Second of two ${name} ${Date.now()}`]
    const [first, second] = [
      await publishTender(desk, titles[0]),
      await publishTender(desk, titles[1]),
    ]
    await desk.end()
    await signIn(page, who)
    const begin = async (category) => {
      await page.goto(`/supplier/category/${category.id}`)
      await page.getByRole('button', { name: 'Participate' }).click()
      await landed(page, `/supplier/tender/category/instructions/${category.id}`)
      await page.getByRole('link', { name: 'Begin my bid' }).click()
      await expect(page.getByRole('heading', { name: 'Company and documents' })).toBeVisible()
    }
    const saved = () =>
      expect(page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d [AP]M$/ })).toBeVisible()
    await begin(first)
    // Words that no other journey writes.
    const words = `Kisumu ${Date.now()}`
    await page.getByLabel('Describe three similar contracts').fill(words)
    await page
      .getByRole('group', { name: /Delivery after order/ })
      .getByLabel('Within a month')
      .check()
    await saved()

    // Nothing is filled in by itself; what is offered says where it is from.
    await begin(second)
    await expect(page.getByLabel('Describe three similar contracts')).toHaveValue('')
    await expect(page.getByText(/still open here you have answered in/)).toBeVisible()
    await usable(page)
    await shot(page, 'offered')
    await page.getByRole('button', { name: 'Look through them' }).click()
    const drawer = page.getByRole('dialog', { name: 'From your earlier bids' })
    const row = drawer.getByRole('listitem').filter({ hasText: words })
    await expect(row).toContainText('Mlima Referral Hospital')
    await expect(row).toContainText('Not submitted')
    await usable(page)
    await shot(page, 'chosen')

    // One is left out, the rest is taken over.
    await row.getByRole('checkbox').uncheck()
    await drawer.getByRole('button', { name: /^Take over \d+$/ }).click()
    await expect(drawer).toHaveCount(0)
    await expect(
      page.getByRole('group', { name: /Delivery after order/ }).getByLabel('Within a month'),
    ).toBeChecked()
    await expect(page.getByLabel('Describe three similar contracts')).toHaveValue('')
    await page.getByRole('button', { name: 'Look through them' }).click()
    await drawer.getByRole('button', { name: 'Take over 1' }).click()
    await expect(drawer).toHaveCount(0)
    await expect(page.getByLabel('Describe three similar contracts')).toHaveValue(words)
    await page.reload()
    await expect(page.getByLabel('Describe three similar contracts')).toHaveValue(words)
    // What is changed afterwards is saved as ever.
    await page.getByLabel('Describe three similar contracts').fill(`${words}, and Nakuru`)
    await saved()
    await usable(page)
    expect(complaints).toEqual([])
  })

test('a job is used once more, its times moved together', async ({ page }) => {
  const complaints = listen(page, ['status of 422'])
  await signIn(page, 'buyer@zabuni.test')
  await toJob(page, '/company/tenders', 'Beds for the new wards')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Use it once more' }).click()
  const ask = page.getByRole('dialog', { name: 'Draft this job once more' })
  await ask.getByRole('button', { name: 'Use it once more' }).click()
  await expect(ask.getByText('This field is required').first()).toBeVisible()
  await usable(page)
  const title = `Beds of next year ${Date.now()}`
  await ask.getByLabel('Your own number').fill(`MRH/${Date.now()}`)
  await ask.getByLabel('Title').fill(title)
  const opens = ask.getByLabel(/^First opening/)
  await opens.fill('01-03-2031')
  await ask.getByLabel('Time').fill('09:00')
  await ask.getByLabel('Time').blur()
  await usable(page)
  await shot(page, 'copy')
  await ask.getByRole('button', { name: 'Use it once more' }).click()
  await heading(page, title)
  await expect(page.getByText('The job is drafted once more')).toBeVisible()
  await follow(page, page.getByRole('link', { name: 'Ward beds', exact: true }))
  await expect(page.getByText('01-03-2031').first()).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('the report on a result is read and signed by who judged', async ({ page }) => {
  const complaints = listen(page, ['status of 401', 'status of 403'])
  await signIn(page, 'buyer@zabuni.test')
  await toJob(page, '/company/tenders', 'Beds for the new wards')
  await follow(page, page.getByRole('link', { name: 'Ward beds', exact: true }))
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
  await follow(page, page.getByRole('link', { name: 'Ranking', exact: true }))
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Evaluation report' }) })
  await expect(card.getByText(/It is signed by those who judged/)).toBeVisible()
  await usable(page)
  await card.getByLabel('Language of the report').selectOption('fr')
  await card.getByRole('button', { name: 'Make the report to sign' }).click()
  await expect(card.getByText(/Number 1, in Français/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
  const file = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Read the report' }).click()
  expect((await file).suggestedFilename()).toContain('.pdf')
  await card.getByLabel(/I have read this report/).check()
  await usable(page)
  await shot(page, 'read')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await dialog(page, 'Sign').click()
  await expect(page.getByText('You have signed the report.')).toBeVisible()
  await expect(card.getByText(/^Signed \d/)).toBeVisible()
  await usable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await usable(page)
  await shot(page, 'signed')
  expect(complaints).toEqual([])
})
