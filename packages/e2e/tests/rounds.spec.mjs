import { heading } from './acts.mjs'
import { expect, follow, listen, PASSWORD, signIn, test, usable } from './people.mjs'

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
  const { body: round } = await call('POST', `/categories/${category.category_id}/rounds`, {
    best_and_final: true,
    closes_at: new Date(now + 3 * 86_400_000).toISOString(),
    submission_ids: asked.map(({ submission_id }) => submission_id),
  })
  await request.dispose()

  const heard = []
  for (const width of WIDTHS) {
    const person = async (email) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      heard.push(listen(page))
      await signIn(page, email)
      return page
    }
    const rail = await person('rail@zabuni.test')
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
    const supplier = await person('supplier6@zabuni.test')
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
  expect(heard.flat()).toEqual([])
})
