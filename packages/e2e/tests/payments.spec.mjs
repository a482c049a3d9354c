import { buyerDesk, publishTender } from './desk.mjs'
import { expect, follow, landed, listen, opened, search, signIn, test, usable } from './people.mjs'

// Each way that has a page, with a currency that it takes and who pays: a company may begin ten payments at once.
const ways = [
  ['stp', 'Stripe', 'KES', 'supplier4@zabuni.test'],
  ['pp', 'PayPal', 'USD', 'supplier5@zabuni.test'],
  ['cpp', 'Chapa', 'ETB', 'supplier4@zabuni.test'],
  ['p', 'Pesapal', 'KES', 'supplier5@zabuni.test'],
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
      if (currency !== 'ETB') await choice.check()
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
    await expect(page.getByText(`${name} declined the payment.`)).toBeVisible({ timeout: 30_000 })

    await proceed()
    await page.getByRole('button', { name: 'Pay, callback twice' }).click()
    await landed(page, /\/supplier\/payment\/cards\/re\/success/)
    await expect(page.getByText(done).first()).toBeVisible({ timeout: 30_000 })
    await usable(page)
    await page.goto('/supplier/mypayments')
    await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()
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
  await signIn(page, 'supplier4@zabuni.test', '/supplier/landing')
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
