import { heading } from './acts.mjs'
import { expect, follow, landed, listen, PASSWORD, signIn, test, usable } from './people.mjs'

const WIDTHS = [1440, 390]

test('a round stands under its category, and tells who bids in it what it improves', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL })
  const entered = await request.post('/api/buyer/authentication/login', {
    data: { username: 'rail@zabuni.test', password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${(await entered.json()).access_token}` }
  const call = async (method, path, data) => {
    const answer = await request.fetch(`/api/buyer${path}`, { method, headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return { body: await answer.json(), now: Date.parse(answer.headers()['x-server-time']) }
  }
  const { body: found, now } = await call('GET', '/letters/jobs?activity=rfq')
  const category = found.items.find(({ name }) => name === 'Pump parts')
  const { body: desk } = await call('GET', `/categories/${category.category_id}/evaluation`)
  const asked = desk.bids.filter(({ rank }) => rank)
  await request.dispose()

  const heard = []
  const person = async (email, width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page))
    await signIn(page, email)
    return page
  }
  const ranking = `/company/rfq/ranking/${category.category_id}`
  const buyer = await person('rail@zabuni.test', WIDTHS[1])
  await buyer.goto(ranking)
  await follow(buyer, buyer.getByRole('link', { name: 'Negotiate', exact: true }))
  await heading(buyer, 'Negotiate')
  await usable(buyer)
  await buyer.screenshot({ path: test.info().outputPath('negotiate-390.png'), fullPage: true })
  const begin = () => buyer.getByRole('button', { name: 'Begin the round', exact: true })
  const sure = buyer.getByRole('dialog')

  // Nobody chosen and no such day: each is said, and nothing that was typed is lost.
  await buyer.getByLabel(/^Closes \(Africa\/Addis_Ababa\)/).fill('31-02-2027')
  await buyer.getByLabel('Best and final offers').check()
  await begin().click()
  await expect(buyer.getByRole('alert')).toBeVisible()
  await expect(sure).toHaveCount(0)
  await expect(buyer.getByLabel(/^Closes/)).toHaveValue('31-02-2027')
  await expect(buyer.getByLabel('Best and final offers')).toBeChecked()

  for (const { supplier_name } of asked)
    await buyer.getByRole('checkbox', { name: new RegExp(supplier_name) }).check()
  const day = new Date(now + 3 * 86_400_000).toISOString().slice(0, 10)
  await buyer.getByLabel(/^Closes/).fill(day.split('-').reverse().join('-'))
  await begin().click()
  await expect(sure).toContainText(`Ask ${asked.length} bidders for a better price?`)
  for (const { supplier_name } of asked) await expect(sure).toContainText(supplier_name)
  // Whoever goes back has begun nothing.
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(sure).toHaveCount(0)
  await begin().click()
  await sure.getByRole('button', { name: 'Begin the round' }).click()
  await landed(buyer, /\/company\/rfq\/category\/details\//)
  const round = { id: new URL(buyer.url()).pathname.split('/').at(-1) }
  await usable(buyer)
  await buyer.goto(ranking)
  const held = buyer.getByRole('list', { name: 'Rounds of negotiation' })
  await expect(held.getByRole('listitem')).toHaveText(
    new RegExp(`^Round 1Best and final${asked.length} askeduntil .*`),
  )
  await expect(buyer.getByRole('link', { name: 'Negotiate', exact: true })).toHaveCount(0)
  await usable(buyer)
  await buyer.goto(`/company/create/rfq-negotiation/${category.job_id}/${category.category_id}`)
  await expect(buyer.getByText(/^No round can begin now/)).toBeVisible()

  for (const width of WIDTHS) {
    const rail = await person('rail@zabuni.test', width)
    await rail.goto(`/company/rfq/details/${category.job_id}`)
    const rounds = rail.getByRole('list', { name: 'Rounds of negotiation' })
    await expect(rounds.getByRole('listitem')).toHaveCount(1)
    await expect(rounds).toContainText('Best and final')
    // Its job has not begun anew.
    await expect(rail.locator('h1')).toBeVisible()
    await expect(rail.getByText('Published', { exact: true })).toHaveCount(1)
    await expect(rail.locator('[aria-current="step"]')).toContainText('Evaluated')
    await usable(rail)
    await rail.screenshot({ path: test.info().outputPath(`job-${width}.png`), fullPage: true })
    await follow(rail, rounds.getByRole('link', { name: 'Round 1' }))
    await expect(
      rail.getByText(`${category.reference}-R1 · Round 1 · Best and final`),
    ).toBeVisible()
    await usable(rail)

    // Who reads of it first is told that it is a round; who bids in it, which bid it improves.
    const supplier = await person('supplier6@zabuni.test', width)
    await supplier.goto(`/supplier/apply/rfq/${round.id}`)
    await heading(supplier, 'Pump parts')
    if (width === WIDTHS[0]) {
      await expect(supplier.getByText(/^Round 1 of a negotiation: improve the bid/)).toBeVisible()
      await usable(supplier)
      await supplier.getByRole('button', { name: /^(Participate|Begin my bid)$/ }).click()
    }
    const of = `Round 1 of the negotiation on ${category.reference}: improve your bid until `
    await expect(supplier.getByText(of)).toBeVisible()
    await expect(supplier.getByText(/^Your bid stands at ETB\s[\d,.]+; no price may/)).toBeVisible()
    await expect(supplier.getByText('Best and final: no round follows.')).toBeVisible()
    await usable(supplier)
    await supplier.screenshot({ path: test.info().outputPath(`bid-${width}.png`), fullPage: true })
  }
  // One form was refused, on purpose.
  expect(heard.flat()).toEqual([expect.stringContaining('422')])
})
