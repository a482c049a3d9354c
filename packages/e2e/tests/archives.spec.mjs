// The documents of a section of opened bids as one archive, written while it is taken.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { declareNone, heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, toJob, usable } from './people.mjs'

const { yauzl } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle')

/** What an archive holds, by its names; yauzl refuses a name that leads elsewhere. */
const unpacked = async (path) => {
  const archive = await yauzl.openPromise(path, { strictFileNames: true })
  const files = {}
  for await (const entry of archive.eachEntry()) {
    const pieces = []
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece)
    files[entry.fileName] = Buffer.concat(pieces)
  }
  return files
}

const download = async (page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  return file
}

const PAPERS = 'Papers - -ሰነዶች-- licence, references'

test('the documents of a section are one archive, for whoever may open them', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const complaints = listen(page)
  await signIn(page, 'rail@zabuni.test')
  await toJob(page, '/company/tenders', 'Inspection of bridges')
  await follow(page, page.getByRole('link', { name: 'Bridge inspection', exact: true }))
  await follow(page, page.getByRole('link', { name: 'Opening and evaluation' }))
  await follow(page, page.getByRole('link', { name: 'Evaluation', exact: true }))
  await heading(page, 'Evaluation')

  // Who has declared nothing is offered nothing.
  await expect(page.getByRole('button', { name: 'Declare' })).toBeVisible()
  await expect(page.getByText('Documents of the bids')).toHaveCount(0)
  await declareNone(page)
  await expect(page.getByText('Documents of the bids')).toBeVisible()
  const instructions = page.url()
  // A section without documents says so, and has nothing to take.
  const delivery = page.getByRole('listitem').filter({ hasText: 'No documents' })
  await expect(delivery).toContainText('Delivery')
  await expect(delivery.getByRole('button')).toHaveCount(0)
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('sections-1440.png'), fullPage: true })

  await page
    .getByRole('button', { name: 'Take the documents of Company and experience as ZIP' })
    .click()
  await landed(page, /\/company\/tender\/zip\/files\/progress\//)
  await heading(page, 'Documents of a section')
  await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
  await expect(page.locator('dl')).toHaveText('Documents3Missing0')
  await expect(page.getByText(/The file can be had until \d/)).toBeVisible()
  await usable(page)
  const taken = await download(page)
  expect(taken.suggestedFilename()).toBe('papers.zip')
  const files = await unpacked(await taken.path())
  const { 'manifest.txt': manifest, ...papers } = files
  expect(Object.keys(papers).sort()).toEqual(
    [
      `Simien Trading/${PAPERS}/References.pdf`,
      `Simien Trading/${PAPERS}/ፈቃድ «2026» -ንግድ-.pdf`,
      `Lalibela ICT Solutions/${PAPERS}/licence.pdf`,
    ].sort(),
  )
  for (const [name, data] of Object.entries(papers)) {
    expect(data.toString('latin1')).toMatch(/^%PDF-1\.4 /)
    const sum = createHash('sha256').update(data).digest('hex')
    expect(manifest.toString()).toContain(`${sum}\t${data.length}\t${name}\n`)
  }

  // Another window finds it where it is, on a phone; it is poured once more.
  const second = await context.newPage()
  const also = listen(second)
  await second.setViewportSize({ width: 390, height: 844 })
  await second.goto(page.url())
  await expect(second.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible()
  await usable(second)
  await second.screenshot({ path: test.info().outputPath('progress-390.png'), fullPage: true })
  const again = await unpacked(await (await download(second)).path())
  expect(again).toEqual(files)
  await second.getByRole('link', { name: 'Back', exact: true }).click()
  await landed(second, instructions)
  await usable(second)
  await second.screenshot({ path: test.info().outputPath('sections-390.png'), fullPage: true })
  expect([...complaints, ...also]).toEqual([])
})
