// A supplier pays by bank; the operator imports what the bank says, and two people let pay what named no order.
import { addToCart, dialog, givesUp, heading, payByPhone, teller } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'

const slip = {
  name: 'slip.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF'),
}

// One after another: both pay for the same company.
test.describe.configure({ mode: 'default' })

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

// A transfer takes days: meanwhile the supplier pays for something else on a phone's screen.
test('what waits for a transfer holds up no other payment, and is given up knowingly', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const slow = `Slow generators ${mark}`
  const quick = `Quick solar ${mark}`
  const desk = await buyerDesk(playwright, baseURL)
  for (const name of [slow, quick])
    await publishTender(desk, name, { all: false, currency: 'KES', fee: '2500' })
  await desk.end()
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const complaints = listen(page, ['Failed to load resource'])
  await signIn(page, payers.transfer, '/supplier/landing')
  const adds = async (category) => {
    await page.goto('/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
    await page.getByRole('button', { name: 'Add to cart' }).click()
  }
  const transfers = async () => {
    await page.getByRole('radio', { name: 'Bank transfer', exact: true }).check()
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await landed(page, /\/supplier\/payment\/bank\?order=/)
    await page.getByRole('button', { name: 'Show what to tell the bank' }).click()
    await expect(page.getByText('1180 2345 67')).toBeVisible()
    return /ZB-\w{4}-\w{4}/.exec(await page.getByRole('main').textContent())[0]
  }
  await adds(slow)
  await landed(page, /\/supplier\/dashboard\/cart$/)
  const number = await transfers()

  // It stands apart, and cannot be ordered a second time: the refusal names it.
  await adds(slow)
  await expect(
    page.getByText(`${slow} stands in order ${number}, which is being paid.`),
  ).toBeVisible()
  await usable(page)
  await page.goto('/supplier/dashboard/cart')
  const row = page.getByRole('listitem', { name: number })
  await expect(row.getByText('Waits for your transfer')).toBeVisible()
  await expect(row.getByText('KES 2,500.00')).toBeVisible()
  await expect(page.getByText('All of your cart is being paid.')).toBeVisible()
  await usable(page)

  // The other one is paid at once, and the transfer waits on.
  await adds(quick)
  await landed(page, /\/supplier\/dashboard\/cart$/)
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${quick} from the cart` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${slow} from the cart` })).toHaveCount(0)
  await page.getByRole('radio', { name: 'M-Pesa', exact: true }).check()
  await payByPhone(page, usable)

  // Asked first, and kept by whoever thinks again; then given up: its category is in the cart.
  await page.goto('/supplier/dashboard/cart')
  await row.getByRole('button', { name: 'Give it up' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Give up the payment of order ${number}?`)
  await expect(page.getByRole('dialog')).toContainText(`KES 2,500.00 for ${slow}`)
  await usable(page)
  await dialog(page, 'Cancel').click()
  await follow(page, row.getByRole('link', { name: 'Go to the payment' }))
  await expect(page.getByText('1180 2345 67')).toBeVisible()
  await givesUp(page)
  await landed(page, /\/supplier\/dashboard\/cart$/)
  await expect(row).toHaveCount(0)
  await expect(page.getByText(slow, { exact: true })).toBeVisible()
  await usable(page)
  await page.goto('/notifications')
  await expect(
    page.getByRole('link', { name: `The transfer of KES 2,500.00 was given up (${number}).` }),
  ).toBeVisible({ timeout: 30_000 })

  // The cart is as others find it.
  await page.goto('/supplier/dashboard/cart')
  await page.getByRole('button', { name: `Remove ${slow} from the cart` }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})
