// Money goes back: by a person's transfer, by its provider, and for a whole job that was called off. One asks, another decides.
import { addToCart, dialog, heading, teller } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, listen, opened, search, signIn, test, usable } from './people.mjs'

const proof = {
  name: 'advice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF'),
}
const paid = 'Payment was successful! Proceed to bid.'

test('fees go back by a transfer, by their provider, and of a job that was called off', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const mark = `${info.project.name} ${info.retry} ${Date.now() % 100_000}`
  const desk = await buyerDesk(playwright, baseURL)
  const tenders = {}
  for (const [name, fee] of Object.entries({ hand: '1700', card: '1900', off: '2100' }))
    tenders[name] = await publishTender(desk, `Refund ${name} ${mark}`, {
      all: false,
      currency: 'KES',
      fee,
    })
  const open = async () =>
    (await browser.newContext({ viewport: info.project.use.viewport })).newPage()

  // A supplier pays three fees: two by phone, one by card.
  const payer = await open()
  const numbers = {}
  await signIn(payer, payers.refund, '/supplier/landing')
  for (const name of Object.keys(tenders)) {
    const category = `Refund ${name} ${mark}`
    await payer.goto('/supplier/landing')
    await search(payer, category)
    await follow(payer, payer.getByRole('link', { name: category }))
    await addToCart(payer)
    await payer
      .getByRole('radio', { name: name === 'card' ? 'Stripe' : 'M-Pesa', exact: true })
      .check()
    await payer.getByRole('button', { name: 'Proceed to payment' }).click()
    if (name === 'card') {
      await landed(payer, /\/supplier\/payment\/cards\/stp/)
      await payer.getByRole('button', { name: 'Pay by Stripe' }).click()
      await payer.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()
      await payer.getByRole('button', { name: 'Pay', exact: true }).click()
      await landed(payer, /\/supplier\/payment\/cards\/re\/success/)
    } else {
      await landed(payer, /\/supplier\/payment\/mpesa/)
      await payer.getByLabel('M-Pesa phone number').fill('0722000099')
      await payer.getByRole('button', { name: /prompt/i }).click()
    }
    await expect(payer.getByText(paid).first()).toBeVisible({ timeout: 30_000 })
    numbers[name] = /ZB-\w{4}-\w{4}/.exec(await payer.getByRole('main').textContent())[0]
  }

  // One of the operator asks: what is more than was paid is refused at its field, and nothing typed is lost.
  const qed = await open()
  const complaints = listen(qed, ['Failed to load resource'])
  await signIn(qed, 'qed@zabuni.test', `/zabuni/payment_reconciliation/reconcile/${numbers.hand}`)
  await qed.getByRole('button', { name: 'Ask for a refund' }).click()
  await usable(qed)
  await qed.getByLabel(`Refund hand ${mark}`).fill('1,700.01')
  await qed.getByLabel('Reason').fill('The buyer changed the tender')
  await dialog(qed, 'Ask for a refund').click()
  await expect(qed.getByText(/At most .*1,700.00 of this fee is left/)).toBeVisible()
  await expect(qed.getByLabel('Reason')).toHaveValue('The buyer changed the tender')
  await qed.getByLabel(`Refund hand ${mark}`).fill('1,700')
  await dialog(qed, 'Ask for a refund').click()
  await expect(qed.getByRole('dialog')).toHaveCount(0)
  await follow(qed, qed.getByRole('link', { name: /^RF-/ }))
  const byHand = new URL(qed.url()).pathname
  await expect(qed.getByText('Another person must decide.')).toBeVisible()
  await usable(qed)
  await qed.goto(`/zabuni/payment_reconciliation/reconcile/${numbers.card}`)
  await qed.getByRole('button', { name: 'Ask for a refund' }).click()
  await qed.getByLabel('What goes back whole counts as paid for no more').check()
  await qed.getByLabel('Reason').fill('Paid by mistake')
  await dialog(qed, 'Ask for a refund').click()
  await follow(qed, qed.getByRole('link', { name: /^RF-/ }))
  const byCard = new URL(qed.url()).pathname

  // The buyer calls a job off: all its fees are asked for in one act.
  await desk.call('POST', `/jobs/${tenders.off.job}/cancel`, { reason: 'No money for it' })
  await desk.end()
  await qed.goto(`/zabuni/prequal/payment/reconciliation/${tenders.off.job}`)
  await expect(qed.getByText(/2,100.00 of 1 order/)).toBeVisible()
  await usable(qed)
  await qed.getByRole('button', { name: 'Give all fees back' }).click()
  await qed.getByLabel('Reason').fill('The job was called off')
  await usable(qed)
  await dialog(qed, 'Ask for a refund').click()
  await expect(qed.getByRole('button', { name: 'Give all fees back' })).toHaveCount(0)

  // Another person decides.
  const second = await teller(qed, await open(), mark)
  await signIn(second.page, second.email, byHand, second.password)
  const approve = async () => {
    await second.page.getByRole('button', { name: 'Approve' }).click()
    await expect(second.page.getByText(/cannot be undone/).first()).toBeVisible()
    await dialog(second.page, 'Approve').click()
    await expect(second.page.getByRole('dialog')).toHaveCount(0)
  }
  await approve()
  await expect(second.page.getByText('Somebody makes the transfer')).toBeVisible()
  await usable(second.page)
  await second.page.goto(byCard)
  await approve()
  await second.page.goto(`/zabuni/payment_refunds?search=${numbers.off}`)
  await heading(second.page, 'Refunds')
  await usable(second.page)
  await follow(second.page, second.page.getByRole('link', { name: /^RF-/ }))
  await expect(second.page.getByText(/wait for the same decision/)).toBeVisible()
  await approve()

  // The provider gives back by itself; the transfer is told with its reference and a document.
  await expect(async () => {
    await second.page.goto(byCard)
    await expect(second.page.getByText('Paid back')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await qed.goto(byHand)
  await opened(qed, '/{product}/payment_refunds/view/{id}')
  await qed.getByRole('button', { name: 'The transfer was made' }).click()
  await dialog(qed, 'The transfer was made').click()
  await expect(qed.getByRole('dialog').getByText('This field is required.')).toHaveCount(2)
  await qed.getByLabel('Reference of the transfer').fill('FT26112400001')
  await qed.getByRole('dialog').locator('input[type=file]').setInputFiles(proof)
  await usable(qed)
  await dialog(qed, 'The transfer was made').click()
  await expect(qed.getByText('Paid back')).toBeVisible()
  await usable(qed)

  // The supplier sees what went back, and what it paid for no more.
  await payer.goto(`/supplier/mypayments?search=${numbers.hand}`)
  await expect(payer.getByText(/Went back:.*1,700.00/)).toBeVisible()
  // A receipt of what was paid, a credit note of what went back: each on paper, and found by its number.
  for (const kind of ['Receipt', 'Credit note']) {
    const paper = payer.getByRole('button', { name: new RegExp(`^${kind} KE-\\d{6}$`) })
    const [file] = await Promise.all([payer.waitForEvent('download'), paper.click()])
    const number = (await paper.textContent()).replace(`${kind} `, '')
    expect(file.suggestedFilename()).toBe(`${number}.pdf`)
    await payer.goto(`/supplier/mypayments?search=${number.toLowerCase()}`)
    await expect(payer.getByRole('cell', { name: numbers.hand })).toBeVisible()
  }
  await usable(payer)
  await payer.goto('/supplier/landing')
  await search(payer, `Refund card ${mark}`)
  await follow(payer, payer.getByRole('link', { name: `Refund card ${mark}` }))
  await expect(payer.getByRole('button', { name: 'Add to cart' })).toBeVisible()
  expect(complaints).toEqual([])
  for (const page of [payer, qed, second.page]) await page.context().close()
})
