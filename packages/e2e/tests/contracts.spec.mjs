import { dialog, heading } from './acts.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'
import { tracked } from './workbook.mjs'

const PAPER = {
  name: 'signed.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
  ),
}

const choose = async (page, label, words) => {
  await page.getByRole('combobox', { name: label }).fill(words)
  await page.getByRole('option', { name: new RegExp(words) }).click()
}
const make = (page) => page.getByRole('button', { name: 'Make the draft' }).click()
const save = (page) => page.getByRole('button', { name: 'Save' }).click()
const submit = async (page) => {
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(page, 'Submit for approval').click()
}
/** It is refused: the question says why, and goes. */
const refused = async (page, why) => {
  await submit(page)
  await expect(page.getByRole('dialog').getByText(why)).toBeVisible()
  await dialog(page, 'Cancel').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a contract is made from a template, changed by two at once and submitted', async ({
  page,
  browser,
}) => {
  const complaints = listen(page, ['status of 422', 'status of 409'])
  const number = `T/${Date.now()}`
  await signIn(page, 'contracts@zabuni.test', '/contract-management/edit')
  await follow(page, page.getByRole('link', { name: 'Make a contract' }).first())
  await landed(page, /\/create\/author$/)

  // What is missing is told at its field, and nothing that was typed is lost.
  await page.getByLabel('Title').fill('Surgical masks')
  await make(page)
  await expect(page.getByRole('textbox', { name: /^Number/ })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(page.getByLabel('Title')).toHaveValue('Surgical masks')
  await usable(page)
  await page.getByRole('textbox', { name: /^Number/ }).fill(number)
  await page.getByRole('combobox', { name: 'Contract category' }).selectOption('Medical goods')
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('Medical goods')
  await choose(page, 'Company', 'Savanna')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('KES')
  await page.getByLabel('Value').fill('1250000')
  await page.getByLabel('Start').fill('01-02-2099')
  await page.getByLabel('End').fill('01-01-2099')
  await make(page)
  await expect(page.getByLabel('End')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('End').fill('31-12-2099')
  await make(page)
  await landed(page, /\/edit\/[0-9a-f-]+\/view$/)
  await heading(page, 'Surgical masks')
  await expect(page.getByText('The contract price is KES')).toBeVisible()
  await expect(page.getByText('Nothing is known yet of: Contract date')).toBeVisible()
  await usable(page)
  await refused(page, 'These fields of the text are not filled yet')

  // Two change it at once: the second reads who wrote what, beside the own words, which stay.
  const id = page.url().split('/').at(-2)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'buyer@zabuni.test')
  await other.goto(`/buyer/contracts/supplier/contract/${id}/update`)
  await expect(other.getByLabel('Title')).toHaveValue('Surgical masks')
  await follow(page, page.getByRole('link', { name: 'Edit terms' }))
  await page.getByLabel('Contract date').fill('15-01-2099')
  await page.getByLabel('What changed and why').fill('The day is agreed')
  await save(page)
  await landed(page, /\/view$/)
  await other.getByLabel('Title').fill('Surgical masks, three layers')
  await save(other)
  await expect(other.getByText(/Grace Njeri saved another version meanwhile/)).toBeVisible()
  await expect(other.getByText('The day is agreed')).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveValue('Surgical masks, three layers')
  await usable(other)
  await other.getByLabel('Contract date').fill('15-01-2099')
  await save(other)
  await landed(other, /\/buyer\/contracts\/supplier\/contract\/[0-9a-f-]+\/view$/)
  await heading(other, 'Surgical masks, three layers')
  await expect(other.getByText('Version 3', { exact: true })).toBeVisible()
  for (const [button, kind] of [
    ['PDF', 'pdf'],
    ['Word', 'docx'],
  ]) {
    const file = other.waitForEvent('download')
    await other.getByRole('button', { name: button, exact: true }).click()
    expect((await file).suggestedFilename()).toContain(`.${kind}`)
  }

  // It goes to those who approve, and is found again in the list.
  await page.reload()
  await heading(page, 'Surgical masks, three layers')
  await submit(page)
  await expect(page.getByText('Pending approval')).toBeVisible()
  await other.goto('/buyer/contracts/supplier/contracts')
  await search(other, number)
  await expect(other.getByRole('row', { name: /three layers/ })).toContainText('Pending approval')
  await usable(other)
  expect(complaints).toEqual([])
})

test('answers choose clauses, each of which a person accepts', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test', '/buyer/contracts/supplier/contracts')
  await follow(page, page.getByRole('link', { name: 'Make a contract' }).first())
  await page.getByRole('textbox', { name: /^Number/ }).fill(`Q/${Date.now()}`)
  await page.getByLabel('Title').fill('Wheelchairs')
  await page.getByRole('link', { name: 'By questions' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Wheelchairs')
  await page.getByLabel('Contract date').fill('15-01-2099')
  await page.getByLabel('Start').fill('01-02-2099')
  await page.getByLabel('End').fill('31-12-2099')
  await page.getByLabel('Somebody else').check()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Tembea Limited')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Rwanda')
  await page.getByRole('textbox', { name: 'Address' }).fill('Kigali')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('tembea')
  await page.getByLabel('Value').fill('30000')
  await page.getByLabel('Risk at most').selectOption('High')
  await expect(page.getByText('Payment within thirty days')).toBeVisible()
  await expect(page.getByText('Delivery to the wards')).toBeVisible()
  await page.getByLabel('Goods').check()
  await page.getByLabel('It runs for more than a year').check()
  await expect(page.getByText('Because it lasts').first()).toBeVisible()
  await page.getByLabel('Have a model write what the libraries have no clause on').check()
  await page.getByLabel('What else it is to write about').fill('Spare wheels stay in Kigali.')
  await usable(page)
  await make(page)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sales@tembea.test')
  await make(page)
  await landed(page, /\/contract\/[0-9a-f-]+\/view$/)
  await refused(page, 'have not been accepted by a person yet')
  const waiting = page.getByRole('button', { name: /^Accept: / })
  await expect(waiting.first()).toBeVisible()
  await expect(page.getByText('Written by the model').first()).toBeVisible()
  for (let left = await waiting.count(); left > 0; left--) {
    await waiting.first().click()
    await expect(waiting).toHaveCount(left - 1)
  }
  await expect(page.getByText(/Accepted by Amina Otieno/).first()).toBeVisible()
  await usable(page)
  await submit(page)
  await expect(page.getByText('Pending approval')).toBeVisible()
})

test('a file is a contract; it waits for its upload, however slow', async ({ page }) => {
  await signIn(page, 'contracts@zabuni.test', '/contract-management/create/upload')
  const drop = page.getByLabel('File of the contract')
  await drop.setInputFiles({ ...PAPER, name: 'photo.png', mimeType: 'image/png' })
  await expect(page.getByRole('alert').first()).toContainText('pdf, doc, docx')
  await page.getByRole('textbox', { name: /^Number/ }).fill(`U/${Date.now()}`)
  await page.getByLabel('Title').fill('Ambulance service')
  await choose(page, 'Company', 'Savanna')
  await page.getByLabel('Value').fill('90000')
  let release
  const held = new Promise((resolve) => {
    release = resolve
  })
  await page.route(/\/contract-uploads\/[0-9a-f-]+\?/, async (route) => {
    await held
    await route.continue()
  })
  await drop.setInputFiles(PAPER)
  await make(page)
  await expect(page.getByRole('button', { name: 'Make the draft' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  release()
  await landed(page, /\/edit\/[0-9a-f-]+\/view$/)
  await heading(page, 'Ambulance service')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe('signed.pdf')
  await usable(page)
})

test('what waits in a file for a decision is known to whoever takes it', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test', '/buyer/contracts/supplier/contract/create?by=upload')
  await page.getByRole('textbox', { name: /^Number/ }).fill(`W/${Date.now()}`)
  await page.getByLabel('Title').fill('Night watch')
  await choose(page, 'Company', 'Savanna')
  await page.getByLabel('Value').fill('12000')
  await page.getByLabel('File of the contract').setInputFiles({
    name: 'draft.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: tracked(),
  })
  await expect(page.getByText('in this file: insertions 1')).toBeVisible()
  await make(page)
  await expect(page.getByText('tracked changes or comments').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Night watch')
  await usable(page)
  await page.getByLabel('I know them').check()
  await make(page)
  await landed(page, /\/contract\/[0-9a-f-]+\/view$/)
  await expect(page.getByText('in this file: insertions 1')).toBeVisible()
  await usable(page)
})

test('the operator writes for a buyer, who submits', async ({ page }) => {
  await signIn(page, 'qed@zabuni.test', '/zabuni/contracts/buyer/list')
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Awash Rail Corporation' }))
  await search(page, 'sleepers')
  await follow(page, page.getByRole('link', { name: 'Concrete sleepers' }))
  await heading(page, 'Concrete sleepers')
  await expect(page.getByRole('button', { name: 'Submit for approval' })).toHaveCount(0)
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Edit terms' }))
  await page.getByLabel('Description').fill('For the line to the east')
  await save(page)
  await landed(page, /\/zabuni\/contracts\/[0-9a-f-]+$/)
  await expect(page.getByText('For the line to the east')).toBeVisible()

  // Another buyer takes back what belonged to the first; what was typed stays.
  await page.goto('/zabuni/contracts/contract/create')
  await choose(page, 'Buyer', 'Mlima')
  await page.getByRole('combobox', { name: 'Contract category' }).selectOption('Medical goods')
  await page.getByLabel('Title').fill('Signals')
  await choose(page, 'Buyer', 'Awash')
  await expect(page.getByRole('combobox', { name: 'Contract category' })).toHaveValue('')
  await expect(page.getByLabel('Title')).toHaveValue('Signals')
  const number = `O/${Date.now()}`
  await page.getByRole('textbox', { name: /^Number/ }).fill(number)
  await choose(page, 'Company', 'Savanna')
  await page.getByLabel('Value').fill('70000')
  await usable(page)
  await make(page)
  await landed(page, /\/zabuni\/contracts\/[0-9a-f-]+$/)
  await heading(page, 'Signals')
  await signIn(page, 'rail@zabuni.test', '/buyer/contracts/supplier/contracts')
  await search(page, number)
  await expect(page.getByRole('link', { name: 'Signals' })).toBeVisible()
})

test('whose text waits in a negotiation is said where the contract is read', async ({ page }) => {
  const complaints = listen(page)
  await signIn(page, 'contracts@zabuni.test', '/contract-management/edit?status=negotiating')
  await page.getByRole('link', { name: 'Dressings and bandages' }).click()
  await heading(page, 'Dressings and bandages')
  await expect(page.getByText('It waits for your answer.')).toBeVisible()
  await usable(page)
  await page.getByRole('link', { name: 'Answer the proposal' }).click()
  await landed(page, /\/view\?part=talk$/)
  await expect(page.getByRole('heading', { name: /^Proposed text/ })).toBeVisible()
  expect(complaints).toEqual([])
})
