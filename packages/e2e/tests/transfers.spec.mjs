// A supplier pays by bank; the operator imports what the bank says, and two people let pay what named no order.
import { addToCart, heading, teller } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'

const slip = {
  name: 'slip.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF'),
}

test('an order is paid by a transfer that a statement tells of, and another by two people', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const desk = await buyerDesk(playwright, baseURL)
  const fees = { exact: '1700', unnamed: '1900' }
  for (const [name, fee] of Object.entries(fees))
    await publishTender(desk, `Transfer ${name} ${mark}`, { all: false, currency: 'KES', fee })
  await desk.end()
  const open = async () =>
    (await browser.newContext({ viewport: info.project.use.viewport })).newPage()

  // Two suppliers are told what to tell their banks.
  const numbers = {}
  const pages = {}
  for (const [name, email] of [
    ['exact', payers.transfer],
    ['unnamed', payers.unnamed],
  ]) {
    const page = await open()
    pages[name] = page
    const category = `Transfer ${name} ${mark}`
    await signIn(page, email, '/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
    await addToCart(page)
    await page.getByRole('radio', { name: 'Bank transfer', exact: true }).check()
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await landed(page, /\/supplier\/payment\/bank\?order=/)
    await usable(page)
    await page.getByRole('button', { name: 'Show what to tell the bank' }).click()
    await expect(page.getByText('1180 2345 67')).toBeVisible()
    numbers[name] = /ZB-\w{4}-\w{4}/.exec(await page.getByRole('main').textContent())[0]
    await page.locator('input[type=file]').setInputFiles(slip)
    await expect(page.getByText('slip.pdf')).toBeVisible()
    await usable(page)
  }

  // The operator imports a table of the bank, whose columns are asked for once.
  const qed = await open()
  const complaints = listen(qed, ['Failed to load resource'])
  await signIn(qed, 'qed@zabuni.test', '/zabuni/payment_statements')
  await heading(qed, 'Bank statements')
  await usable(qed)
  await follow(qed, qed.getByRole('link', { name: 'Import a statement' }))
  await qed.getByRole('combobox', { name: 'Account' }).selectOption({ index: 1 })
  const reference = `E2E${Date.now()}`
  const table = [
    'Date,Details,Ref,Credit,Debit',
    `24/11/2026,EFT ${numbers.exact.toLowerCase().replaceAll('-', '')} fee,${reference}1,"1,700.00",`,
    `24/11/2026,CASH DEPOSIT,${reference}2,"1,900.00",`,
    `24/11/2026,SOMETHING,${reference}3,twelve,`,
  ].join('\n')
  const file = { name: `kcb-${reference}.csv`, mimeType: 'text/csv', buffer: Buffer.from(table) }
  await qed.locator('input[type=file]').setInputFiles(file)
  const columns = qed.getByRole('button', { name: 'Read the file' })
  const result = qed.getByRole('button', { name: 'Import 2 lines' })
  await expect(columns.or(result)).toBeVisible()
  if (await columns.isVisible()) {
    await usable(qed)
    await columns.click()
  }
  await expect(result).toBeVisible()
  await expect(qed.getByText('This is no amount.')).toBeVisible()
  await usable(qed)
  await result.click()
  await landed(qed, /payment_statements\/progress/)
  await expect(qed.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(qed.getByRole('button', { name: /Download/ })).toBeVisible()

  // What named its order has paid it.
  await pages.exact.reload()
  await expect(pages.exact.getByText('Payment was successful! Proceed to bid.')).toBeVisible({
    timeout: 90_000,
  })

  // What named none waits for two people: the first says whose it is, and proves it.
  await qed.goto(`/zabuni/payment_reconciliation?queue=lines&search=${reference}2`)
  await follow(qed, qed.getByRole('link', { name: /^ST-/ }))
  await usable(qed)
  await qed.getByRole('button', { name: 'Pay an order with it' }).click()
  await qed.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect(qed.getByRole('dialog').getByText('This field is required.')).toHaveCount(3)
  await qed.getByLabel('Order number').fill(numbers.unnamed)
  await qed.getByLabel('Reason').fill('The slip shows it')
  await qed.getByRole('dialog').locator('input[type=file]').setInputFiles(slip)
  await usable(qed)
  await qed.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect(qed.getByText('Another person must decide.')).toBeVisible()
  const line = new URL(qed.url()).pathname

  // A second person of the operator approves.
  const { page: second, email, password } = await teller(qed, await open(), mark)
  await signIn(second, email, line, password)
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('Paid an order', { exact: true })).toBeVisible()
  await usable(second)

  // The receipt of the fee is the supplier's.
  await pages.unnamed.reload()
  await expect(pages.unnamed.getByText('Payment was successful! Proceed to bid.')).toBeVisible()
  await expect(pages.unnamed.getByText(/^ST-/)).toBeVisible()
  expect(complaints).toEqual([])
  for (const page of [...Object.values(pages), qed, second]) await page.context().close()
})
