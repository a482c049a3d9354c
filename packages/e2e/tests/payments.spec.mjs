import { buyerDesk, publishTender } from './desk.mjs'
import { payers } from './payers.mjs'
import { expect, follow, landed, listen, opened, search, signIn, test, usable } from './people.mjs'

// Each way that has a page, with a currency that it takes and who pays: a company may begin ten payments at once.
const ways = [
  ['stp', 'Stripe', 'KES', payers.pages[0]],
  ['pp', 'PayPal', 'USD', payers.pages[1]],
  ['cpp', 'Chapa', 'ETB', payers.pages[0]],
  ['p', 'Pesapal', 'KES', payers.pages[1]],
  ['c', 'Tingg', 'UGX', payers.pages[0]],
  ['d', 'DPO Pay', 'MZN', payers.pages[1]],
  ['iveri', 'iVeri', 'KES', payers.pages[2]],
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
    await page.getByRole('button', { name: 'Add to cart' }).click()
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
    await follow(page, page.getByRole('link', { name: 'Follow the payment' }))
    await expect(page.getByText(`The page of ${name} is open.`)).toBeVisible()
    await usable(page)
    await page.getByRole('button', { name: 'Choose another way' }).click()
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
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto('/supplier/dashboard/cart')
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await page.getByRole('button', { name: 'Pay by Chapa' }).click()
  await page.getByRole('button', { name: 'Pay wrong amount' }).click()
  await landed(page, /\/supplier\/payment\/cards\/re\/success/)
  await expect(page.getByText(/does not match it. Do not pay again/)).toBeVisible({
    timeout: 30_000,
  })
  await usable(page)
  // The cart is as others find it.
  await page.goto('/supplier/dashboard/cart')
  await page.getByRole('button', { name: `Remove ${category} from the cart` }).click()
  await page.context().close()
})

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
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.goto('/supplier/dashboard/cart')
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
