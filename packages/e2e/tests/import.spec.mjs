// A tender begins from a file that somebody else published.
import { writeFile } from 'node:fs/promises'
import { heading } from './acts.mjs'
import { expect, listen, signIn, test, usable } from './people.mjs'

const file = (name, content) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const item = (id, lot, description, quantity, unit) => ({
  id,
  relatedLot: lot,
  description,
  quantity,
  unit: { scheme: 'UNCEFACT', id: 'H87', name: unit },
  classification: { scheme: 'CPV', id: '42122000', description: 'Pumps' },
})

/** A package of one process as publishers write it: two lots, three items, a document and what has no place here. */
const released = (code) => ({
  uri: 'https://data.example.org/1',
  publishedDate: '2026-10-01T00:00:00Z',
  releases: [
    {
      ocid: `ocds-zz-${code}`,
      id: '1',
      date: '2026-10-01T00:00:00Z',
      tag: ['tender'],
      language: 'en',
      buyer: { id: 'B1', name: 'County of Lamu' },
      tender: {
        id: code,
        title: 'Solar pumps for six villages',
        description: 'Supply, installation and two years of service.',
        status: 'active',
        procurementMethod: 'open',
        value: { amount: 14000000, currency: 'KES' },
        tenderPeriod: { startDate: '2027-01-04T06:00:00Z', endDate: '2027-02-15T09:00:00Z' },
        lots: [
          { id: 'L1', title: 'Pumps of the north' },
          { id: 'L2', title: 'Pumps of the south' },
        ],
        items: [
          item('1', 'L1', 'Solar pump 1.5 kW', 12, 'each'),
          item('2', 'L1', 'Panel 450 W', 48, 'each'),
          item('3', 'L2', 'Solar pump 2.2 kW', 6, 'each'),
        ],
        documents: [
          {
            id: 'd1',
            documentType: 'biddingDocuments',
            title: 'Instructions to bidders',
            url: 'https://data.example.org/1.pdf',
          },
        ],
      },
      planning: { budget: { amount: { amount: 15000000, currency: 'KES' } } },
    },
  ],
})

const begin = async (page) => {
  await page.goto('/company/create/tender')
  await heading(page, 'Create tender')
  await page.getByText('Start from a file', { exact: true }).first().click()
  await expect(page.getByLabel('The file', { exact: true })).toBeAttached()
}
const send = (page) => page.getByRole('button', { name: 'Draft from this file' }).click()

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])
  test(`a buyer drafts a tender from a published file (${name})`, async ({ page }) => {
    // What is wrong with a file is answered with 4xx, which the browser notes as a failed load.
    const complaints = listen(page, ['status of 4'])
    await page.setViewportSize(viewport)
    await signIn(page, 'buyer@zabuni.test')
    await begin(page)
    await usable(page)
    const choose = (called, content) =>
      page.getByLabel('The file', { exact: true }).setInputFiles(file(called, content))

    // What is wrong is told with its place in the file, and the other fields keep what was typed.
    await page.getByLabel('Your own number').fill(`LAMU/${name}`)
    await choose('cut.json', '{"releases": [{"ocid": "x", ')
    await send(page)
    await expect(page.getByText('Line 1, column 29: this is not valid JSON.')).toBeVisible()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await choose('empty.json', { uri: 'https://data.example.org/2', releases: [] })
    await send(page)
    await expect(page.getByText('There is no tender in this file.')).toBeVisible()
    await expect(page.getByLabel('Your own number')).toHaveValue(`LAMU/${name}`)
    await usable(page)

    await page.getByRole('button', { name: /^Remove/ }).click()
    const doc = JSON.stringify(released(`LAMU-${name}`))
    // As large as the screen allows; from the disk, as people have it.
    const large = doc.replace('"tag":', '"date":"2026-10-02","tag":').padEnd(7_900_000)
    const path = test.info().outputPath('lamu.json')
    await writeFile(path, large)
    await page.getByLabel('The file', { exact: true }).setInputFiles(path)
    await send(page)
    await expect(page.getByText('A draft was made from the file.')).toBeVisible()
    // What publishing lacks comes first, then what was left out, by its reasons and without pointers.
    await expect(
      page.getByRole('heading', { name: 'Before you publish: Pumps of the north' }),
    ).toBeVisible()
    await expect(page.getByText(/^\/releases/).filter({ visible: true })).toHaveCount(0)
    // Nothing is silently dropped.
    await page.getByText('Budget and planning are not part of a job here.').click()
    await expect(
      page.getByText('/releases/0/planning/budget/amount/amount', { exact: true }),
    ).toBeVisible()
    await page.getByText('The name “date” stands twice in one object.').click()
    await expect(page.getByText('/releases/0/date', { exact: true })).toBeVisible()
    await usable(page)
    await page.getByRole('link', { name: 'Open the draft' }).click()
    await heading(page, 'Solar pumps for six villages')
    await expect(page.getByText('Instructions to bidders')).toBeVisible()
    await usable(page)
    await page.getByRole('link', { name: 'Pumps of the north' }).click()
    await heading(page, 'Pumps of the north')
    await page.getByRole('link', { name: 'Items 2' }).click()
    await expect(page.getByText('Solar pump 1.5 kW').first()).toBeVisible()
    await expect(page.getByText('Solar pump 2.2 kW')).toHaveCount(0)
    await usable(page)
    expect(complaints).toEqual([])
  })
