// The archive: its buyer takes a document out of it, its bidder finds the own one, and whoever keeps it archives,
// holds and may not release the own hold.
import { readFile } from 'node:fs/promises'
import { heading } from './acts.mjs'
import { expect, follow, listen, signIn, test, usable } from './people.mjs'

const TITLE = 'Refrigerators for vaccines'
const taken = async (page, name) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return readFile(await download.path())
}

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]) {
  test(`a buyer reads what a cancelled job left (${name})`, async ({ page }) => {
    const complaints = listen(page)
    await page.setViewportSize(viewport)
    await signIn(page, 'rail@zabuni.test', '/company/archive/jobs')
    await heading(page, 'Archive')
    await usable(page)
    await follow(page, page.getByRole('link', { name: TITLE }))
    await heading(page, TITLE)
    await expect(page.getByText('Seven years from its cancellation')).toBeVisible()
    await expect(page.getByText('Somebody holds this job')).toBeVisible()
    await usable(page)
    await follow(page, page.getByRole('link', { name: 'Vaccine refrigerators' }))
    await usable(page)
    await follow(page, page.getByRole('row').nth(1).getByRole('link'))
    await expect(page.getByText('What stayed sealed stays unreadable here too.')).toBeVisible()
    const paper = await taken(page, /^Download /)
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
    await usable(page)
    // Under another activity there is no such job.
    const other = page.url().replace('/archive/tender/', '/archive/rfq/')
    await page.goto(other)
    await expect(page.getByText('There is no such job in the archive.')).toBeVisible()
    expect(complaints.filter((c) => !/404/.test(c))).toEqual([])
  })
}

test('a bidder finds the own bid where its buyer archived the job', async ({ page }) => {
  const complaints = listen(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'supplier6@zabuni.test', '/supplier/archive/companies')
  await follow(page, page.getByRole('link', { name: 'Awash Rail Corporation' }))
  await heading(page, 'Your archived bids with Awash Rail Corporation')
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Vaccine refrigerators' }))
  await usable(page)
  const own = await taken(page, /^Download /)
  expect(own.subarray(0, 5).toString()).toBe('%PDF-')
  expect(complaints).toEqual([])
})

test('who keeps the archive holds a job, and does not release the own hold', async ({ page }) => {
  const complaints = listen(page)
  await signIn(page, 'qed@zabuni.test', '/zabuni/archive/buyers')
  await follow(page, page.getByRole('link', { name: 'Awash Rail Corporation' }))
  await heading(page, 'Archive of Awash Rail Corporation')
  await usable(page)
  await follow(page, page.getByRole('link', { name: TITLE }))
  await expect(page.getByText('The auditor general looks into why it was cancelled')).toBeVisible()
  await page.goto('/zabuni/archive_management/jobs')
  await heading(page, 'Archive management')
  await usable(page)
  const held = page.getByRole('row').filter({ hasText: TITLE })
  await expect(held.getByText('Held')).toBeVisible()
  await expect(held.getByText('You placed this hold: another person releases it.')).toBeVisible()
  await expect(held.getByRole('button')).toHaveCount(0)
  // What is not over says what it waits for, and offers nothing.
  await page.goto('/zabuni/archive_management/jobs?state=waiting')
  const waits = page.getByRole('row').nth(1)
  await expect(waits.getByText(/that (is|are) not over|that binds?|in force/).first()).toBeVisible()
  await expect(waits.getByRole('button')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a job that has ended is archived by hand, and that it cannot be undone is said', async ({
  page,
  browser,
}) => {
  // A buyer calls a job off.
  await signIn(page, 'rail@zabuni.test', '/company/landing')
  const title = `Called off for the archive`
  const made = await page.evaluate(async (title) => {
    const token = document.cookie.match(/zabuni_token=([^;]+)/)[1]
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const post = (path, body) =>
      fetch(`/api/buyer${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const job = await (
      await post('/jobs', {
        activity: 'tender',
        code: 'ARC/OFF/1',
        title,
        description: 'For one year.',
      })
    ).json()
    return (await post(`/jobs/${job.id}/cancel`, { reason: 'Nothing is bought' })).status
  }, title)
  expect(made).toBeLessThan(300)

  const desk = await browser.newContext()
  const keeper = await desk.newPage()
  const complaints = listen(keeper)
  await signIn(keeper, 'qed@zabuni.test', `/zabuni/archive_management/jobs?search=Called+off`)
  const row = keeper.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: 'Archive now' }).click()
  const question = keeper.getByRole('dialog', { name: `Archive “${title}”?` })
  await expect(question.getByText('This cannot be undone.')).toBeVisible()
  await question.getByRole('button', { name: 'Archive now' }).click()
  await expect(row.getByText('Archived', { exact: true })).toBeVisible()
  // Held with a reason, without which nothing happens.
  await row.getByRole('button', { name: 'Hold' }).click()
  const hold = keeper.getByRole('dialog', { name: `Hold “${title}”` })
  await hold.getByRole('button', { name: 'Hold' }).click()
  await expect(hold.getByText('This field is required.').first()).toBeVisible()
  await hold.getByRole('textbox', { name: 'Reason' }).fill('A bidder went to court')
  await hold.getByRole('button', { name: 'Hold' }).click()
  await expect(row.getByText('You placed this hold')).toBeVisible()
  await usable(keeper)
  expect(complaints.filter((c) => !/422/.test(c))).toEqual([])
  await desk.close()
})
