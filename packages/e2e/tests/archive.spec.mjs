// The archive: its buyer takes a document out of it, its bidder finds the own one, and whoever keeps it archives,
// holds and may not release the own hold.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { heading } from './acts.mjs'
import { expect, follow, listen, signIn, test, usable } from './people.mjs'

const TITLE = 'Refrigerators for vaccines'
/** A picture for who looks, where ZABUNI_E2E_SHOTS names a folder. */
const shot = (page, name) =>
  process.env.ZABUNI_E2E_SHOTS &&
  page.screenshot({ path: join(process.env.ZABUNI_E2E_SHOTS, `${name}.png`), fullPage: true })
const taken = async (page, name) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return readFile(await download.path())
}

/** Lays the files of a ZIP that packs nothing into a folder. */
const unpacked = async (zip) => {
  const folder = await mkdtemp(join(tmpdir(), 'zabuni-bundle-'))
  const end = zip.lastIndexOf('PK\x05\x06')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, named, extra, noted] = [24, 28, 30, 32].map((o) =>
      o === 24 ? zip.readUInt32LE(at + o) : zip.readUInt16LE(at + o),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + named)
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), zip.subarray(from, from + size))
    at += 46 + named + extra + noted
  }
  return folder
}

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]) {
  test(`a buyer takes all that is kept of a job, and a page checks it without the platform (${name})`, async ({
    page,
    context,
  }) => {
    const complaints = listen(page)
    await page.setViewportSize(viewport)
    await signIn(page, 'rail@zabuni.test', '/company/archive/jobs')
    await follow(page, page.getByRole('link', { name: TITLE }))
    const make = page.getByRole('button', { name: 'Make the bundle' })
    await make.scrollIntoViewIfNeeded()
    await usable(page)
    await shot(page, `bundle-${name}`)
    await make.click()
    const take = page.getByRole('button', { name: 'Download', exact: true })
    await expect(take).toBeVisible({ timeout: 60_000 })
    await usable(page)
    await shot(page, `bundle-task-${name}`)
    const zip = await taken(page, 'Download')
    const key = (await (await page.request.get('/api/supplier/log')).json()).verifier_key
    expect(complaints).toEqual([])
    const folder = await unpacked(zip)
    try {
      await context.setOffline(true)
      const check = await context.newPage()
      await check.setViewportSize(viewport)
      await check.goto(pathToFileURL(join(folder, 'check.html')).href)
      await check.getByLabel('Public key').fill(key)
      await check.getByLabel('Folder of the unpacked bundle').setInputFiles(folder)
      await check.getByRole('button', { name: 'Check' }).click()
      await expect(check.getByRole('status')).toHaveText(/^Genuine: \d+ files/)
      await shot(check, `bundle-check-${name}`)
      await writeFile(join(folder, 'data/job.jsonl'), 'changed')
      await check.reload()
      await check.getByLabel('Public key').fill(key)
      await check.getByLabel('Folder of the unpacked bundle').setInputFiles(folder)
      await check.getByRole('button', { name: 'Check' }).click()
      await expect(check.getByRole('status')).toHaveText('Refused: 1 faults')
      await expect(check.getByText('data/job.jsonl has 7 bytes')).toBeVisible()
    } finally {
      await rm(folder, { recursive: true })
    }
  })
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
  await page.goto(`/zabuni/archive_management/jobs?search=${encodeURIComponent(TITLE)}`)
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
