import { dialog } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, listen, PASSWORD, signIn, test, usable } from './people.mjs'

const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
)

// An addendum takes an item and a question away, adds others and brings a file; a draft begun before shows what of it is idle.
test('an addendum adds and takes away', async ({ browser, playwright, baseURL }) => {
  test.setTimeout(180_000)
  const heard = []
  const person = async (email, width) => {
    const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page))
    await signIn(page, email)
    return page
  }
  const shot = (page, name) =>
    page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Exchanged ${Date.now()}`
  const { id: category, job } = await publishTender(desk, name)
  await desk.end()
  const request = await playwright.request.newContext({ baseURL })
  const login = await request.post('/api/supplier/authentication/login', {
    data: { username: 'supplier@zabuni.test', password: PASSWORD },
  })
  const { access_token } = await login.json()
  const call = async (method, path, data) => {
    const answer = await request.fetch(`/api/supplier${path}`, {
      method,
      ...(data ? { data } : {}),
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const { bid_id } = await call('POST', `/categories/${category}/bid`)
  const { bid } = await call('GET', `/categories/${category}/bid`)
  const asked = bid.sections[0].questions.find((q) => q.response_type === 'text')
  await call('PATCH', `/bids/${bid_id}/draft`, {
    answers: [{ question_id: asked.id, value: 'Savanna Medical Supplies Ltd', version: 0 }],
    prices: bid.lines.map((l) => ({ item_id: l.item_id, unit_price: '41', version: 0 })),
  })

  const officer = await person('buyer@zabuni.test', 1440)
  await officer.goto(`/company/tender/category/details/${job}/${category}`)
  const card = officer
    .locator('section')
    .filter({ has: officer.getByRole('heading', { name: 'Addenda' }) })
  await card.getByRole('button', { name: 'Write an addendum' }).click()
  await card.getByLabel(/^What it is about/).fill('Another list')
  await card.getByLabel(/^What changes, and why/).fill('The ward needs masks, no gloves.')
  const choose = async (typed, option) => {
    await card.getByLabel(/^Change an item or a question/).fill(typed)
    await officer.getByRole('option', { name: option }).click()
    await card.getByRole('group', { name: option }).getByLabel('Take it away').check()
  }
  await choose('glov', /Gloves/)
  await choose(asked.prompt.slice(0, 8), asked.prompt)
  await card.getByRole('button', { name: 'Add an item' }).click()
  const item = card.getByRole('group', { name: 'New item 1' })
  await item.getByLabel(/^No\./).fill('1')
  await item.getByLabel(/^Quantity/).fill('900')
  await item.getByLabel(/^Unit/).fill('box')
  await item.getByLabel(/^Description/).fill('Masks, box of 50')
  await card.getByRole('button', { name: 'Add a question' }).click()
  const question = card.getByRole('group', { name: 'New question 1' })
  await question.getByLabel(/^Question/).fill('Which standard do the masks meet?')
  await question.getByLabel(/^Kind of answer|^Answer|^Type/).selectOption('selection')
  await question.getByLabel(/One choice a line|^Options|^Choices/).fill('EN 14683\nASTM F2100')
  await card.locator('input[type=file]').setInputFiles({
    name: 'Specification of masks.pdf',
    mimeType: 'application/pdf',
    buffer: PDF,
  })
  await expect(card.getByText('Specification of masks.pdf')).toBeVisible()
  await usable(officer)
  await shot(officer, 'exchange-1440')
  const issue = async () => {
    await card.getByRole('button', { name: 'Issue the addendum' }).click()
    await dialog(officer, 'Issue the addendum').click()
  }
  await issue() // that number stands: told at its field, nothing typed is lost
  await expect(item.getByLabel(/^No\./)).toHaveAttribute('aria-invalid', 'true')
  await shot(officer, 'refused-1440')
  await item.getByLabel(/^No\./).fill('9')
  await issue()
  await expect(card).toContainText('Addendum 1 · Another list')
  await expect(card).toContainText('Masks, box of 50')
  await expect(card).toContainText('Specification of masks.pdf')
  await shot(officer, 'issued-1440')

  const bidder = await person('supplier@zabuni.test', 390)
  await bidder.goto(`/supplier/category/${category}`)
  const idle = bidder
    .locator('section')
    .filter({ has: bidder.getByRole('heading', { name: 'No longer asked' }) })
  await expect(idle).toContainText('Savanna Medical Supplies Ltd')
  await expect(idle).toContainText('Gloves')
  await expect(bidder.getByText('New by addendum 1').first()).toBeVisible()
  await expect(bidder.getByText('Which standard do the masks meet?').first()).toBeVisible()
  await usable(bidder)
  await shot(bidder, 'idle-390')
  await bidder.getByRole('button', { name: 'I have read it' }).click()
  await expect(bidder.getByRole('button', { name: 'I have read it' })).toHaveCount(0)
  expect(heard.flat()).toEqual([expect.stringContaining('422')])
})
