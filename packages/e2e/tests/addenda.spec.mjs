import { dialog } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, listen, mailTo, PASSWORD, signIn, test, usable } from './people.mjs'

/** A supplier's desk without its screens, for what has journeys of its own. */
const supplierDesk = async (playwright, baseURL, username) => {
  const request = await playwright.request.newContext({ baseURL })
  const login = await request.post('/api/supplier/authentication/login', {
    data: { username, password: PASSWORD },
  })
  const { access_token } = await login.json()
  return async (method, path, body, headers = {}) => {
    const answer = await request.fetch(`/api/supplier${path}`, {
      method,
      ...(body ? { data: body } : {}),
      headers: { authorization: `Bearer ${access_token}`, ...headers },
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    const text = await answer.text()
    return text ? JSON.parse(text) : undefined
  }
}

test('a tender changes by an addendum, and whoever has submitted confirms on a phone', async ({
  browser,
  request,
  playwright,
  baseURL,
}) => {
  const heard = []
  const person = async (email, width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page))
    await signIn(page, email)
    return page
  }
  const shot = (page, name) =>
    page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Amended ${Date.now()}`
  const { id: category, job } = await publishTender(desk, name, { all: false })
  await desk.end()
  const call = await supplierDesk(playwright, baseURL, 'supplier@zabuni.test')
  const { bid_id } = await call('POST', `/categories/${category}/bid`)
  const { bid } = await call('GET', `/categories/${category}/bid`)
  await call('PATCH', `/bids/${bid_id}/draft`, {
    answers: bid.sections[0].questions.map((q) => ({
      question_id: q.id,
      value: 'Savanna Medical Supplies Ltd',
      version: 0,
    })),
    prices: bid.lines.map((l) => ({ item_id: l.item_id, unit_price: '41000', version: 0 })),
  })
  await call('POST', `/bids/${bid_id}/submit`, undefined, { 'idempotency-key': `submit-${bid_id}` })

  // What is missing is told at its field; what is typed outlives a reload; too early a closing is refused.
  const officer = await person('buyer@zabuni.test', 1440)
  await officer.goto(`/company/tender/category/details/${job}/${category}`)
  const card = officer
    .locator('section')
    .filter({ has: officer.getByRole('heading', { name: 'Addenda' }) })
  await expect(card).toContainText('Nothing has changed since it was published.')
  await card.getByRole('button', { name: 'Write an addendum' }).click()
  const issue = async () => {
    await card.getByRole('button', { name: 'Issue the addendum' }).click()
    await expect(officer.getByRole('dialog')).toContainText('It cannot be taken back.')
    await dialog(officer, 'Issue the addendum').click()
  }
  await issue()
  // Each is told at its field, and once more above.
  await expect(card.getByRole('alert')).toContainText('2 fields to correct')
  await expect(card.getByText('This field is required.')).toHaveCount(4)
  await card.getByLabel(/^What it is about/).fill('More beds')
  await card.getByLabel(/^What changes, and why/).fill('A ward was added.')
  await card.getByLabel(/^Change an item or a question/).fill('bed')
  await officer.getByRole('option', { name: /Hospital bed/ }).click()
  await card.getByLabel(/^Quantity/).fill('15')
  await officer.reload()
  await card.getByRole('button', { name: 'Write an addendum' }).click()
  await expect(card.getByLabel(/^What it is about/)).toHaveValue('More beds')
  await expect(card.getByLabel(/^Quantity/)).toHaveValue('15')
  await usable(officer)
  await shot(officer, 'write-1440')
  await issue()
  await expect(card).toContainText('Addendum 1 · More beds')
  await expect(card.getByText('12', { exact: true })).toBeVisible()
  await expect(card.getByText('15', { exact: true })).toBeVisible()

  // The bidder is told that the bid does not count; it reads, says so, and submits again.
  await mailTo(request, 'supplier@zabuni.test', 'Confirm your bid: addendum 1', name)
  const bidder = await person('supplier@zabuni.test', 390)
  await bidder.goto(`/supplier/category/${category}`)
  await expect(bidder.getByText('That version does not count')).toBeVisible()
  await expect(bidder.getByText('A ward was added.')).toBeVisible()
  await usable(bidder)
  await shot(bidder, 'unread-390')
  await bidder.getByRole('button', { name: 'I have read it' }).click()
  await expect(bidder.getByText('A ward was added.')).toHaveCount(0)
  await bidder.getByRole('link', { name: 'Review', exact: false }).last().click()
  await bidder.getByRole('button', { name: 'Submit version 2' }).click()
  await expect(bidder.getByRole('heading', { name: 'Version 2 was received' })).toBeVisible()
  await expect(bidder.getByText('That version does not count')).toHaveCount(0)
  await shot(bidder, 'confirmed-390')
  expect(heard.flat()).toEqual([expect.stringContaining('422')])
})

for (const [size, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]) {
  test(`two people write addenda at once, and neither takes back what the other changed (${size})`, async ({
    browser,
    playwright,
    baseURL,
  }) => {
    const desk = await buyerDesk(playwright, baseURL)
    const name = `Overtaken ${size} ${Date.now()}`
    const { id: category, job } = await publishTender(desk, name, { all: false })
    await desk.end()
    const heard = []
    const sit = async (email) => {
      const context = await browser.newContext({ viewport })
      const page = await context.newPage()
      heard.push(listen(page))
      await signIn(page, email, `/company/tender/category/details/${job}/${category}`)
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Addenda' }) })
      await card.getByRole('button', { name: 'Write an addendum' }).click()
      await card.getByLabel(/^What it is about/).fill(`By ${email}`)
      await card.getByLabel(/^What changes, and why/).fill('Measured again.')
      const issue = async () => {
        await card.getByRole('button', { name: 'Issue the addendum' }).click()
        await dialog(page, 'Issue the addendum').click()
      }
      return { page, card, issue }
    }
    const slow = await sit('buyer@zabuni.test')
    await slow.card.getByLabel(/^Change an item or a question/).fill('bed')
    await slow.page.getByRole('option', { name: /Hospital bed/ }).click()
    // What would have stopped its publication is told at its field.
    await slow.card.getByLabel(/^Quantity/).fill('0')
    await slow.issue()
    await expect(slow.card.getByLabel(/^Quantity/)).toHaveAttribute('aria-invalid', 'true')
    await expect(slow.card.getByRole('alert')).toContainText('1 field to correct')
    await slow.card.getByLabel(/^Quantity/).fill('15')

    const quick = await sit('buyer2@zabuni.test')
    await quick.card.getByLabel(/^Instructions to bidders/).fill('Bring the drawings.')
    await quick.issue()
    await expect(quick.card).toContainText('Addendum 1 · By buyer2@zabuni.test')

    await slow.issue()
    await expect(slow.card).toContainText('This category was changed after you began.')
    await expect(slow.card.getByLabel(/^Instructions to bidders/)).toHaveValue(
      'Bring the drawings.',
    )
    await expect(slow.card.getByLabel(/^Quantity/)).toHaveValue('15')
    await usable(slow.page)
    await slow.page.screenshot({
      path: test.info().outputPath(`overtaken-${size}.png`),
      fullPage: true,
    })
    await slow.page.reload()
    await slow.card.getByRole('button', { name: 'Write an addendum' }).click()
    await expect(slow.card.getByLabel(/^What it is about/)).toHaveValue('By buyer@zabuni.test')
    await expect(slow.card.getByLabel(/^Quantity/)).toHaveValue('15')
    await slow.issue()
    await expect(slow.card).toContainText('Addendum 2 · By buyer@zabuni.test')
    // Only the quantity has changed by it.
    await expect(
      slow.card.getByRole('listitem').filter({ hasText: 'Addendum 2' }),
    ).not.toContainText('Instructions')
    expect(heard.flat().filter((c) => !/422|409/.test(c))).toEqual([])
  })
}
