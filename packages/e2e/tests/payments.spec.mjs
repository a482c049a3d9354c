import { activate, addToCart, givesUp, register } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import {
  expect,
  follow,
  landed,
  listen,
  opened,
  PASSWORD,
  search,
  signIn,
  test,
  usable,
} from './people.mjs'

// Each way that has a page, with a currency that it takes and who pays: a company may begin ten payments at once.
const ways = [
  ['stp', 'Stripe', 'KES', payers.pages[0]],
  ['pp', 'PayPal', 'USD', payers.pages[1]],
  ['cpp', 'Chapa', 'ETB', payers.pages[2]],
  ['p', 'Pesapal', 'KES', payers.pages[0]],
  ['c', 'Tingg', 'UGX', payers.pages[1]],
  ['d', 'DPO Pay', 'MZN', payers.pages[2]],
  ['iveri', 'iVeri', 'KES', payers.pages[0]],
]
const done = 'Payment was successful! Proceed to bid.'

test.describe.configure({ mode: 'serial' })

for (const [way, name, currency, payer] of ways) {
  test(`an order is paid by ${name}, after a page that was left and one that declined`, async ({
    browser,
    playwright,
    baseURL,
  }, info) => {
    const category = `Fees by ${name} ${info.project.name} ${info.retry}`
    const desk = await buyerDesk(playwright, baseURL)
    await publishTender(desk, category, { all: false, currency, fee: '1500' })
    await desk.end()
    const page = await (await browser.newContext({ viewport: info.project.use.viewport })).newPage()
    const complaints = listen(page, ['Failed to load resource'])
    await signIn(page, payer, '/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
    await addToCart(page)
    const proceed = async () => {
      await page.goto('/supplier/dashboard/cart')
      await expect(page.getByText(category, { exact: true })).toBeVisible()
      const choice = page.getByRole('radio', { name, exact: true })
      if (await choice.count()) await choice.check()
      await usable(page)
      await page.getByRole('button', { name: 'Proceed to payment' }).click()
      await landed(page, new RegExp(`/supplier/payment/cards/${way}\\?order=`))
      await usable(page)
      await page.getByRole('button', { name: `Pay by ${name}` }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      expect(new URL(page.url()).hostname).toBe('localhost')
    }

    // Left, and another way is chosen: nobody is locked in.
    await proceed()
    const order = new URL(page.url()).pathname
    await page.goto('/supplier/dashboard/cart')
    await follow(page, page.getByRole('link', { name: 'Go to the payment' }))
    await expect(page.getByText(`The page of ${name} is open.`)).toBeVisible()
    await usable(page)
    await givesUp(page)
    await landed(page, /\/supplier\/dashboard\/cart/)

    // Declined: nothing is lost, and why stands there.
    await proceed()
    expect(new URL(page.url()).pathname).not.toBe(order)
    await page.getByRole('button', { name: 'Decline' }).click()
    // A request of Tingg's is open until it ends, whatever the payer's bank says.
    await expect(
      page.getByText(way === 'c' ? 'No payment came in time.' : `${name} declined the payment.`),
    ).toBeVisible({ timeout: 30_000 })

    await proceed()
    await page.getByRole('button', { name: 'Pay, callback twice' }).click()
    await landed(page, /\/supplier\/payment\/cards\/re\/success/)
    await expect(page.getByText(done).first()).toBeVisible({ timeout: 30_000 })
    await usable(page)
    await page.goto('/supplier/mypayments')
    await expect(page.getByRole('cell').getByText(name, { exact: true }).first()).toBeVisible()
    // Narrower than its rows, the table scrolls in its own place.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 800, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(800)
    await page.setViewportSize(size)
    if (way === 'cpp') {
      // Back with a name that nobody gave: said, and nothing is lost.
      await page.goto('/supplier/payment/cards/cpp/return/processing/nobodys/')
      await expect(page.getByRole('alert')).toBeVisible()
      await usable(page)
      await opened(page, '/supplier/payment/cards/cpp/return/processing/{tx_ref}/')
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

test('another amount than was asked for is looked at by a person', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const category = `Fees with too little ${info.project.name} ${info.retry}`
  const desk = await buyerDesk(playwright, baseURL)
  await publishTender(desk, category, { all: false, currency: 'ETB', fee: '700' })
  await desk.end()
  const page = await (await browser.newContext({ viewport: info.project.use.viewport })).newPage()
  await signIn(page, payers.pages[0], '/supplier/landing')
  await search(page, category)
  await follow(page, page.getByRole('link', { name: category }))
  await addToCart(page)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await page.getByRole('button', { name: 'Pay by Chapa' }).click()
  await page.getByRole('button', { name: 'Pay wrong amount' }).click()
  await landed(page, /\/supplier\/payment\/cards\/re\/success/)
  await expect(page.getByRole('main').getByText(/does not match it. Do not pay again/)).toBeVisible(
    {
      timeout: 30_000,
    },
  )
  await usable(page)
  // The cart is as others find it.
  await page.goto('/supplier/dashboard/cart')
  await page.getByRole('button', { name: `Remove ${category} from the cart` }).click()
  await page.context().close()
})

// The buttons of a provider's page that no other journey presses, at one whose word is signed and at one whose word is not.
for (const [way, name, currency, viewport] of [
  ['stp', 'Stripe', 'KES', { width: 1440, height: 900 }],
  ['d', 'DPO Pay', 'MZN', { width: 390, height: 844 }],
]) {
  test(`whatever a payer does at ${name}, and whenever it is told of, the order ends so`, async ({
    browser,
    playwright,
    baseURL,
  }, info) => {
    const page = await (await browser.newContext({ viewport })).newPage()
    const complaints = listen(page, ['Failed to load resource'])
    // A company of its own: who begins so many payments at once would be told to wait.
    const payer = await register(page, { company: `Payer at ${name}`, password: PASSWORD })
    await activate(page, page.request, payer)
    await signIn(page, payer, '/supplier/landing')
    let category
    const nothing = async () => {}
    // An order of a new fee, with the provider's page open; before that, what is to be done first.
    const begins = async (word, first = nothing) => {
      category = `${word} at ${name} ${info.retry}`
      const desk = await buyerDesk(playwright, baseURL)
      await publishTender(desk, category, { all: false, currency, fee: '1600' })
      await desk.end()
      await page.goto('/supplier/landing')
      await search(page, category)
      await follow(page, page.getByRole('link', { name: category }))
      await addToCart(page)
      await goesOn(first)
    }
    const goesOn = async (first = nothing) => {
      await page.goto('/supplier/dashboard/cart')
      await expect(page.getByText(category, { exact: true })).toBeVisible()
      const choice = page.getByRole('radio', { name, exact: true })
      if (await choice.count()) await choice.check()
      await page.getByRole('button', { name: 'Proceed to payment' }).click()
      await landed(page, new RegExp(`/supplier/payment/cards/${way}\\?order=`))
      const number = /ZB-\w{4}-\w{4}/.exec(await page.getByRole('main').textContent())[0]
      await first(number)
      await page.getByRole('button', { name: `Pay by ${name}` }).click()
      if (first === nothing) await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    const presses = (button) => page.getByRole('button', { name: button, exact: true }).click()
    const isPaid = async () => {
      await landed(page, /\/supplier\/payment\/cards\/re\/success/)
      await expect(page.getByText(done).first()).toBeVisible({ timeout: 90_000 })
      await usable(page)
    }

    const isListed = () =>
      expect(async () => {
        await page.goto('/supplier/mypayments')
        const row = page.getByRole('row').filter({ hasText: category })
        await expect(row.getByText('Completed')).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 60_000 })

    // Cancelled there: the way on stands here, and it is paid after all; its word comes three seconds later.
    await begins('Cancelled, then late')
    await presses('Cancel')
    await landed(page, new RegExp(`/supplier/payment/cards/${way}`))
    await usable(page)
    await givesUp(page)
    await landed(page, /\/supplier\/dashboard\/cart/)
    await goesOn()
    await presses('Pay, callback 3 s late')
    await isPaid()

    // No word comes at all.
    await begins('Never told')
    await presses('Pay, never call back')
    await isPaid()

    // The window is closed at the provider: the list of payments knows.
    await begins('Closed')
    await presses('Pay, then close the browser')
    await expect(page.getByText('The browser does not go back.')).toBeVisible()
    await isListed()
    await usable(page)

    // Paid before our question was answered, and given back later: the order stays what it is, and the payer is told.
    let number
    await begins('Before the answer', async (of) => {
      number = of
      await page.request.post('/_dev/checkout', { form: { next: 'before', of } })
    })
    // Where the provider still names its page, the browser goes there; it is done all the same.
    await expect(page.getByText(/Payment was successful|This payment is paid/).first()).toBeVisible(
      { timeout: 30_000 },
    )
    await isListed()
    await page.goto('/_dev/checkout')
    await page
      .getByRole('row')
      .filter({ hasText: number })
      .getByRole('button', { name: 'Reverse' })
      .click()
    await expect(
      page.getByRole('row').filter({ hasText: number }).getByText('reversed'),
    ).toBeVisible()
    await isListed()

    // In another currency: a person looks at it.
    await begins('Other currency')
    await presses('Pay in other currency')
    await landed(page, /\/supplier\/payment\/cards\/re\/success/)
    await expect(
      page.getByRole('main').getByText(/does not match it. Do not pay again/),
    ).toBeVisible({
      timeout: 30_000,
    })
    await usable(page)
    await page.goto('/supplier/dashboard/cart')
    await presses(`Remove ${category} from the cart`)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

for (const [way, name, leads] of [
  ['c', 'Tingg', '/supplier/payment/cards/c/'],
  ['d', 'DPO Pay', '/supplier/payment/cards/d/'],
]) {
  test(`somebody without an account pays by ${name}, by the link of an order`, async ({
    browser,
    playwright,
    baseURL,
  }, info) => {
    const category = `Fees by a link at ${name} ${info.project.name} ${info.retry}`
    const desk = await buyerDesk(playwright, baseURL)
    await publishTender(desk, category, { all: false, currency: 'KES', fee: '1250' })
    await desk.end()
    const page = await (await browser.newContext({ viewport: info.project.use.viewport })).newPage()
    await signIn(page, payers.pages[2], '/supplier/landing')
    await search(page, category)
    await follow(page, page.getByRole('link', { name: category }))
    await addToCart(page)
    await page.getByRole('radio', { name, exact: true }).check()
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await landed(page, new RegExp(`/supplier/payment/cards/${way}\\?order=`))
    const link = await page.getByText(`${leads}`).textContent()

    // A phone of somebody who has no account here.
    const other = await (
      await browser.newContext({ viewport: { width: 390, height: 844 } })
    ).newPage()
    const complaints = listen(other, ['Failed to load resource'])
    await other.goto(`${leads}nobody-gave-this`)
    await expect(other.getByRole('alert')).toBeVisible()
    await usable(other)
    await other.goto(link)
    await expect(other.getByText('KES 1,250.00')).toBeVisible()
    await expect(other.getByText(category)).toHaveCount(0)
    await usable(other)
    await opened(other, `${leads}{cartCode}`)
    const pay = other.getByRole('button', { name: `Pay by ${name}` })
    if (way === 'c') {
      await pay.click()
      await expect(other.getByText('This field is required.')).toBeVisible()
      await other.getByLabel('Your phone number').fill('12')
      await pay.click()
      await expect(other.getByText('This is not written in the expected form.')).toBeVisible()
      await expect(other.getByLabel('Your phone number')).toHaveValue('12')
      await other.getByLabel('Your phone number').fill('0701 234 567')
    }
    await pay.click()
    await other.getByRole('heading', { name, exact: true }).waitFor()

    // Meanwhile the company sees that it is being paid; left and found again, the page goes on.
    await page.reload()
    await expect(page.getByText(`The page of ${name} is open.`)).toBeVisible()
    await other.goto(link)
    await other.getByRole('button', { name: `Continue to ${name}` }).click()
    await other.getByRole('button', { name: 'Pay', exact: true }).click()
    await landed(other, new RegExp(leads))
    await expect(other.getByText('This is paid.')).toBeVisible({ timeout: 30_000 })
    await usable(other)
    await expect(page.getByText(done).first()).toBeVisible({ timeout: 30_000 })
    if (way === 'd') {
      // Back from a page, signed in by nobody: no more is told than that.
      await other.goto('/supplier/payment/cards/d/return/processing?TransactionToken=anything')
      await expect(other.getByText('You may close this page')).toBeVisible()
      await usable(other)
      await opened(other, '/supplier/payment/cards/d/return/processing')
    }
    expect(complaints).toEqual([])
    await other.context().close()
    await page.context().close()
  })
}

test('an order is paid to the paybill by hand, and what names nobody lies on the operator’s desk', async ({
  browser,
  playwright,
  baseURL,
}, info) => {
  const category = `Fees by hand ${info.retry}`
  const stray = `PUMPS${Date.now() % 100_000}`
  const desk = await buyerDesk(playwright, baseURL)
  await publishTender(desk, category, { all: false, currency: 'KES', fee: '1500' })
  await desk.end()
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const complaints = listen(page, ['Failed to load resource'])
  await signIn(page, payers.pages[2], '/supplier/landing')
  await search(page, category)
  await follow(page, page.getByRole('link', { name: category }))
  await addToCart(page)
  await page.getByRole('radio', { name: 'M-Pesa', exact: true }).check()
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await landed(page, /\/supplier\/payment\/mpesa/)
  await expect(page.getByText('174379')).toBeVisible()
  await usable(page)
  const account = /ZB\w{8}/.exec(await page.getByRole('main').textContent())[0]

  // On the phone: another amount is not taken, and nothing is lost; the right one is.
  const phone = await page.context().newPage()
  const sends = async (to, amount, button) => {
    await phone.goto('/_dev/mpesa')
    await phone.getByLabel('Account').fill(to)
    await phone.getByLabel('Amount').fill(amount)
    await phone.getByRole('button', { name: button, exact: true }).click()
  }
  await sends(account, '1400', 'Send money')
  await expect(phone.getByText('this payment is not taken')).toBeVisible()
  await sends(stray, '1500', 'Send, the shop not asked')
  await expect(phone.getByRole('cell', { name: stray })).toBeVisible()
  await sends(account, '1500', 'Send money')
  await expect(page.getByText(done).first()).toBeVisible({ timeout: 60_000 })
  await usable(page)

  const qed = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(qed, 'qed@zabuni.test', '/zabuni/payment_reconciliation')
  await expect(async () => {
    await qed.goto(`/zabuni/payment_reconciliation?queue=lines&search=${stray}`)
    await expect(qed.getByText(stray).first()).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await expect(
    qed.getByRole('link', { name: /^Statement lines\s*\d+/ }),
    'how much waits is told',
  ).toBeVisible()
  await usable(qed)
  await follow(qed, qed.getByRole('link', { name: /^ST-/ }).first())
  await expect(qed.getByText('M-Pesa 174379')).toBeVisible()
  await usable(qed)
  // The desk of the way has it beside its payments, on a phone too.
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await qed.setViewportSize(viewport)
    await qed.goto('/zabuni/payment-management/mpesa')
    await expect(qed.getByText('Sent by hand, and of no order')).toBeVisible()
    await usable(qed)
  }
  expect(complaints).toEqual([])
  await qed.context().close()
  await page.context().close()
})
