// A room from its first word to its end: written and published by a buyer, bid in by two suppliers, conducted and
// closed by its host, in browsers of their own.
import { heading, tab } from './acts.mjs'
import { advance, expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const TITLE = 'Oxygen for two wards, one year'

/** A day from now as people type it, in Nairobi. */
const day = (offset) => {
  const at = new Date(Date.now() + offset * 86_400_000 + 3 * 3_600_000).toISOString()
  return `${at.slice(8, 10)}-${at.slice(5, 7)}-${at.slice(0, 4)}`
}

const person = async (browser, email, at, width = 1440) => {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const complaints = listen(page, ['409', '422', '401'])
  await signIn(page, email, at)
  return { page, complaints }
}

const on = (page, label, offset) => page.getByLabel(label).fill(day(offset))

test('a room goes from its rules to its end', async ({ browser, request }) => {
  test.slow()
  const host = await person(browser, 'buyer@zabuni.test', '/buyer/list/reverse/auction')
  const desk = host.page
  await heading(desk, 'Reverse auctions')
  await usable(desk)
  await follow(desk, desk.getByRole('link', { name: 'Create reverse auction' }).first())
  await heading(desk, 'Create reverse auction')
  await desk.getByLabel('Title').fill(TITLE)
  await desk.getByLabel('Your own number').fill(`MRH/A/${Date.now()}`)
  await desk.getByRole('checkbox', { name: /technical part/ }).uncheck()
  await on(desk, 'Visible from', -1)
  await on(desk, 'Live part starts', 2)
  await on(desk, 'Live part ends', 2)
  await on(desk, 'Never beyond', 2)
  await desk.getByLabel('Starting price').fill('500 000')
  await desk.getByLabel('Step in').selectOption('amount')
  // A step of nothing is refused at its field, and nothing that was typed is lost.
  await desk.getByLabel('Least step').fill('0')
  await desk.getByRole('button', { name: 'Create draft' }).click()
  await expect(desk.getByLabel('Least step')).toHaveAttribute('aria-invalid', 'true')
  await expect(desk.getByLabel('Title')).toHaveValue(TITLE)
  await desk.getByLabel('Least step').fill('1000')
  await expect(
    desk.getByText('Each bid is at least KES 1,000.00 below the best bid.'),
  ).toBeVisible()
  await usable(desk)
  await desk.getByRole('button', { name: 'Create draft' }).click()
  await landed(desk, /\/buyer\/[0-9a-f-]{36}\/reverse\/auction/)
  await heading(desk, TITLE)
  const id = new URL(desk.url()).pathname.split('/')[2]

  await tab(desk, 'Items')
  await follow(desk, desk.getByRole('link', { name: 'Add', exact: false }).last())
  await desk.getByLabel('Description').fill('Oxygen, medical, in cylinders of 10 m³')
  await desk.getByLabel('Quantity').fill('480')
  await desk.getByLabel('Unit').fill('cylinder')
  await usable(desk)
  await desk.getByRole('button', { name: 'Add', exact: false }).last().click()
  await heading(desk, 'Oxygen, medical, in cylinders of 10 m³')
  await desk.goto(`/buyer/invite/suppliers/${id}/reverse/auction`)
  for (const name of ['Savanna Medical', 'Volta Diagnostics']) {
    await desk.getByRole('searchbox').fill(name)
    await desk.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await desk.getByRole('button', { name: /^Invite/ }).click()

  await desk.goto(`/buyer/${id}/reverse/auction`)
  await desk.getByRole('button', { name: 'Publish' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await tab(desk, 'Room')
  await expect(desk.getByText('Upcoming').first()).toBeVisible()
  await usable(desk)

  // Both enter, one of them on a phone; before the start nobody can bid.
  const one = await person(browser, 'supplier@zabuni.test', '/supplier/list/reverse/auction')
  const two = await person(browser, 'supplier3@zabuni.test', '/supplier/list/reverse/auction', 390)
  for (const { page } of [one, two]) {
    await heading(page, 'Reverse auctions')
    await usable(page)
    await follow(page, page.getByRole('link', { name: TITLE }))
    await usable(page)
    await page.getByRole('button', { name: 'Enter the room' }).click()
    await landed(page, /\/supplier\/bid\//)
    await expect(page.getByRole('button', { name: 'Place bid' })).toBeDisabled()
    await usable(page)
  }
  await advance(request, '48h')
  for (const [who, email] of [
    [one, 'supplier@zabuni.test'],
    [two, 'supplier3@zabuni.test'],
    [host, 'buyer@zabuni.test'],
  ])
    await signIn(who.page, email, new URL(who.page.url()).pathname)
  await expect(desk.getByText('Open').first()).toBeVisible()

  // Nothing stands before the server has said so; what improves too little is refused with what would do.
  const bid = async ({ page }, amount) => {
    await page.getByLabel('Price for all items').fill(amount)
    await page.getByRole('button', { name: 'Place bid' }).click()
  }
  await bid(one, '480 000')
  await expect(one.page.getByText(/Your bid of KES 480,000.00 stands, at rank 1/)).toBeVisible()
  await bid(two, '479 500')
  await expect(two.page.getByText(/it must be 479000 or better/)).toBeVisible()
  // A bid that goes far is asked about first.
  await bid(two, '300 000')
  const far = two.page.getByRole('dialog', { name: 'Do you mean KES 300,000.00?' })
  await usable(two.page)
  await far.getByRole('button', { name: 'Cancel' }).click()
  await bid(two, '470 000')
  await expect(two.page.getByText(/Your bid of KES 470,000.00 stands, at rank 1/)).toBeVisible()
  await expect(one.page.getByText('KES 470,000.00').first()).toBeVisible()
  await usable(one.page)
  await usable(two.page)

  // The host pauses with a reason that all read, resumes, voids the best bid and ends the room.
  const because = async (act, reason) => {
    await desk.getByRole('dialog').getByLabel('Reason').fill(reason)
    await desk.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
  }
  await desk.getByRole('button', { name: 'Pause' }).click()
  await usable(desk)
  await because('Pause', 'The power has gone')
  await expect(one.page.getByText('The power has gone')).toBeVisible()
  await expect(one.page.getByRole('button', { name: 'Place bid' })).toBeDisabled()
  await desk.getByRole('button', { name: 'Resume' }).click()
  await because('Resume', 'It is back')
  await expect(one.page.getByRole('button', { name: 'Place bid' })).toBeEnabled()
  await desk.getByRole('button', { name: 'Void' }).first().click()
  await expect(
    desk.getByRole('dialog', { name: /KES 470,000.00 by Volta Diagnostics/ }),
  ).toBeVisible()
  await because('Void', 'It was a slip, says the bidder')
  await expect(two.page.getByText('It was a slip, says the bidder')).toBeVisible()
  await expect(one.page.getByText('You lead')).toBeVisible()
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'End now' }).click()
  const name = await desk.getByText(/^ZB\/RA\//).innerText()
  await desk.getByRole('dialog').getByLabel(/^Type/).fill(name.split(' ')[0])
  await because('End now', 'Nobody bids any more')
  await expect(desk.getByText('Closed').first()).toBeVisible()
  await expect(one.page.getByText(/The room is closed/)).toBeVisible()
  await usable(desk)
  await usable(one.page)
  for (const { complaints } of [host, one, two]) expect(complaints).toEqual([])
})
