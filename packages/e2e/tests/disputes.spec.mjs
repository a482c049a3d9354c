// A payer's bank asks a payment back: it is a task with a day, answered by a person, and won back; the payer's statement follows.
import { addToCart, dialog, teller } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, opened, search, signIn, test, usable } from './people.mjs'

const paid = 'Payment was successful! Proceed to bid.'

test('what a bank asks back is answered and won, and stands in the payer’s statement', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const desk = await buyerDesk(playwright, baseURL)
  await publishTender(desk, `Dispute ${mark}`, { all: false, currency: 'KES', fee: '1300' })
  await desk.end()
  const open = async () =>
    (await browser.newContext({ viewport: info.project.use.viewport })).newPage()

  // A supplier pays by card.
  const payer = await open()
  await signIn(payer, payers.dispute, '/supplier/landing')
  await search(payer, `Dispute ${mark}`)
  await follow(payer, payer.getByRole('link', { name: `Dispute ${mark}` }))
  await addToCart(payer)
  await payer.getByRole('radio', { name: 'Stripe', exact: true }).check()
  await payer.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(payer, /\/supplier\/payment\/cards\/stp/)
  await payer.getByRole('button', { name: 'Pay by Stripe' }).click()
  await payer.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await landed(payer, /\/supplier\/payment\/cards\/re\/success/)
  await expect(payer.getByText(paid).first()).toBeVisible({ timeout: 30_000 })
  const number = /ZB-\w{4}-\w{4}/.exec(await payer.getByRole('main').textContent())[0]

  // The bank takes it back, at the provider.
  const press = async (word) => {
    const sales = await (await payer.request.get('/_dev/checkout.json')).json()
    const { id } = sales.find((s) => s.merchant_ref.startsWith(number))
    await payer.request.post('/_dev/checkout', { form: { id, do: word } })
  }
  await press('dispute')
  const qed = await open()
  await signIn(qed, 'qed@zabuni.test', '/zabuni/payment_reconciliation')
  await qed.getByRole('link', { name: 'Disputes' }).click()
  await expect(async () => {
    await qed.goto(`/zabuni/payment_disputes?search=${number}`)
    await expect(qed.getByRole('link', { name: /^DP-/ })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await usable(qed)
  await follow(qed, qed.getByRole('link', { name: /^DP-/ }))
  await opened(qed, '/{product}/payment_disputes/view/{id}')
  await expect(qed.getByText('fraudulent')).toBeVisible()
  await usable(qed)

  // The evidence is taken, and what was sent is written down.
  const download = qed.waitForEvent('download')
  await qed.getByRole('button', { name: 'Get the evidence' }).click()
  expect((await download).suggestedFilename()).toMatch(/^DP-.*\.zip$/)
  await qed.getByRole('button', { name: 'It was answered' }).click()
  await dialog(qed, 'It was answered').click()
  await expect(qed.getByLabel('What was sent')).toHaveAttribute('aria-invalid', 'true')
  await usable(qed)
  await qed.getByLabel('What was sent').fill('The pack, at Stripe’s page of the dispute')
  await dialog(qed, 'It was answered').click()
  await expect(qed.getByRole('dialog')).toHaveCount(0)
  await expect(qed.getByText('The provider decides.')).toBeVisible()

  // It is won, and the payer reads all of it.
  await press('win')
  await expect(async () => {
    await qed.reload()
    await expect(qed.getByText('The money has come again')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await payer.goto(`/supplier/payment/statement?search=${number}`)
  for (const word of ['Payment', 'Taken back by your bank', 'Came again'])
    await expect(payer.getByRole('table').getByText(word, { exact: true })).toBeVisible()
  await usable(payer)
  const file = payer.waitForEvent('download')
  await payer.getByRole('button', { name: 'PDF file' }).click()
  expect((await file).suggestedFilename()).toBe('statement.pdf')
})

test('a dispute that comes by letter is entered by one person, approved by another, and lost', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const desk = await buyerDesk(playwright, baseURL)
  await publishTender(desk, `Letter ${mark}`, { all: false, currency: 'KES', fee: '1400' })
  await desk.end()
  const open = async () =>
    (await browser.newContext({ viewport: info.project.use.viewport })).newPage()

  // A supplier pays by a way whose provider tells of no dispute.
  const payer = await open()
  await signIn(payer, payers.letter, '/supplier/landing')
  await search(payer, `Letter ${mark}`)
  await follow(payer, payer.getByRole('link', { name: `Letter ${mark}` }))
  await addToCart(payer)
  await payer.getByRole('radio', { name: 'DPO Pay', exact: true }).check()
  await payer.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(payer, /\/supplier\/payment\/cards\/d\?/)
  await payer.getByRole('button', { name: 'Pay by DPO Pay' }).click()
  await payer.getByRole('heading', { name: 'DPO Pay', exact: true }).waitFor()
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await landed(payer, /\/supplier\/payment\/cards\/re\/success/)
  await expect(payer.getByText(paid).first()).toBeVisible({ timeout: 30_000 })
  const number = /ZB-\w{4}-\w{4}/.exec(await payer.getByRole('main').textContent())[0]

  // The letter is entered: what is missing is told at its field, and nothing typed is lost.
  const qed = await open()
  await signIn(qed, 'qed@zabuni.test', `/zabuni/payment_reconciliation/reconcile/${number}`)
  await expect(qed.getByText('Nothing of this order is disputed.')).toBeVisible()
  await qed.getByRole('button', { name: 'Enter a dispute' }).click()
  await usable(qed)
  await qed.getByLabel('Told by').fill('DPO, chargebacks')
  await dialog(qed, 'Enter a dispute').click()
  await expect(qed.getByRole('dialog').getByText('This field is required.')).toHaveCount(3)
  await expect(qed.getByLabel('Told by')).toHaveValue('DPO, chargebacks')
  await qed.getByLabel('Reason given').fill('The cardholder does not know the payment')
  await qed.getByLabel('To be answered by').fill('01-01-2020')
  await qed
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF'),
    })
  await dialog(qed, 'Enter a dispute').click()
  await expect(qed.getByText('Choose a day from today to a year from now.')).toBeVisible()
  await usable(qed)
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await qed.getByLabel('To be answered by').fill(due.split('-').reverse().join('-'))
  await dialog(qed, 'Enter a dispute').click()
  await expect(qed.getByRole('dialog')).toHaveCount(0)
  await follow(qed, qed.getByRole('link', { name: /^DP-/ }))
  await expect(qed.getByText('Another person must decide.')).toBeVisible()
  await usable(qed)

  // Another person approves it; it is answered like every other, and lost.
  const at = new URL(qed.url()).pathname
  const second = await teller(qed, await open(), mark)
  await signIn(second.page, second.email, at, second.password)
  await second.page.getByRole('button', { name: 'Approve' }).click()
  await expect(second.page.getByText(/the money is booked as gone/)).toBeVisible()
  await dialog(second.page, 'Approve').click()
  await expect(second.page.getByRole('dialog')).toHaveCount(0)
  await expect(second.page.getByText('To be answered', { exact: true })).toBeVisible()
  await usable(second.page)
  await qed.goto(at)
  await qed.getByRole('button', { name: 'It was answered' }).click()
  await qed.getByLabel('What was sent').fill('The pack, by mail')
  await dialog(qed, 'It was answered').click()
  await expect(qed.getByText('Who told of it decides.')).toBeVisible()
  await qed.getByRole('button', { name: 'It is lost' }).click()
  await qed.getByLabel('Reason').last().fill('They wrote so')
  await dialog(qed, 'Propose').click()
  await expect(qed.getByRole('dialog')).toHaveCount(0)
  await second.page.reload()
  await second.page.getByRole('button', { name: 'Approve' }).click()
  await dialog(second.page, 'Approve').click()
  await expect(second.page.getByText('The money stays gone.')).toBeVisible()
  await usable(second.page)
  await payer.goto(`/supplier/payment/statement?search=${number}`)
  await expect(
    payer.getByRole('table').getByText('Taken back by your bank', { exact: true }),
  ).toBeVisible()
  for (const page of [payer, qed, second.page]) await page.context().close()
})
