// A room as those use it who see little of it: on the narrowest phone, by keys alone, by ear, without movement, in every
// language, and with a line that breaks. It is made by requests: how it is written is another journey.
import { advance, expect, listen, PASSWORD, signIn, test, usable } from './people.mjs'

const DAY = 86_400_000

const clock = async (request) =>
  Date.parse((await request.get('/api/supplier/core/countries/')).headers()['x-server-time'])

/** Asks as a person of a desk who has just signed in. */
const desk = async (playwright, baseURL, app, username) => {
  const context = await playwright.request.newContext({ baseURL })
  let token
  const ask = async (method, path, data, headers = {}) => {
    const answer = await context.fetch(`/api/${app}${path}`, {
      method,
      ...(data ? { data } : {}),
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    const text = await answer.text()
    return text ? JSON.parse(text) : undefined
  }
  const signed = await ask('POST', '/authentication/login', { username, password: PASSWORD })
  token = signed.access_token
  return ask
}

/** A room that opens in an hour, for two whose prices have twelve digits. */
const made = async (ask, now, title) => {
  const { id } = await ask('POST', '/auctions', {
    activity: 'reverse_auction',
    code: `ROOM/${Date.now()}`,
    title,
    currency: 'KES',
    opens_at: new Date(now - DAY).toISOString(),
    invited_only: true,
    without: ['criteria'],
    rules: {
      visibility: 'best_rank',
      show_bidders: true,
      step_amount: '1000',
      improves: 'leader',
      start_price: '912000000',
      jump_percent: '20',
      starts_at: new Date(now + 3_600_000).toISOString(),
      ends_at: new Date(now + 6 * 3_600_000).toISOString(),
      window_seconds: 120,
      extend_seconds: 120,
      extend_from: 'receipt',
      extend_on: 'any',
    },
  })
  await ask('POST', `/categories/${id}/items`, {
    number: '1',
    description: 'Oxygen',
    unit: 'cylinder',
    quantity: '480',
  })
  return id
}

test.describe.configure({ mode: 'serial' })

test('a room by keys, by ear, on the narrowest phone, in every language, with a line that breaks', async ({
  browser,
  request,
  playwright,
  baseURL,
}) => {
  test.slow()
  const buyer = await desk(playwright, baseURL, 'buyer', 'buyer@zabuni.test')
  const id = await made(buyer, await clock(request), `Narrow room ${Date.now() % 100_000}`)
  const bidders = ['supplier@zabuni.test', 'supplier3@zabuni.test']
  const signedIn = (email) => desk(playwright, baseURL, 'supplier', email)
  let [first, second] = await Promise.all(bidders.map(signedIn))
  const invited = []
  for (const ask of [first, second]) invited.push((await ask('GET', '/session')).company_id)
  await buyer('POST', `/categories/${id}/invitations`, { supplier_ids: invited })
  await buyer('POST', `/categories/${id}/publish`, {})
  // An hour ends their tokens.
  await advance(request, '3601s')
  ;[first, second] = await Promise.all(bidders.map(signedIn))
  for (const ask of [first, second]) await ask('POST', `/auctions/${id}/join`, {})

  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints = listen(page, ['409', '401', 'Failed to load resource', 'ERR_INTERNET'])
  await signIn(page, 'supplier@zabuni.test', `/supplier/bid/${id}/reverse/auction`)

  // By keys alone: to the field, the amount as people type it, and sent.
  const field = page.getByLabel('Price for all items')
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await field.evaluate((el) => el === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(field).toBeFocused()
  await page.keyboard.type('900 000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/stands, at rank 1/)).toBeVisible()
  await usable(page)

  // By ear: what is told is told once for each change, and the time not by the second.
  await page.evaluate(() => {
    window.said = []
    const told = (region) => () => window.said.push(region.textContent)
    for (const region of document.querySelectorAll('p[aria-live=polite]'))
      new MutationObserver(told(region)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
  })
  const regions = page.locator('p[aria-live=polite]')
  await expect(regions.filter({ hasText: 'You stand at rank 1.' })).toHaveCount(1)
  await expect(regions.filter({ hasText: /minutes are left/ })).toHaveCount(1)
  await second(
    'POST',
    `/auctions/${id}/bids`,
    { amount: '890000000' },
    { 'Idempotency-Key': 'of the second' },
  )
  await expect(regions.filter({ hasText: 'You stand at rank 2.' })).toHaveCount(1)
  await expect(page.getByText(/stands, at rank 2/)).toBeVisible()
  await expect(page.getByText(/stands, at rank 1/)).toHaveCount(0)
  const said = await page.evaluate(() => window.said)
  expect(said.filter((text) => text.includes('rank'))).toEqual(['You stand at rank 2.'])
  expect(said.filter((text) => text.includes('minutes')).length).toBeLessThan(2)

  // Nothing moves, and nothing is wider than the screen in any language.
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
  for (const language of ['fr', 'pt', 'sw', 'am', 'en']) {
    await page.evaluate((to) => localStorage.setItem('zabuni.language', to), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('form').getByRole('textbox').first()).toBeVisible()
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('#content dd, #content button, #content li')]
        .filter(
          (el) =>
            el.scrollWidth > el.clientWidth + 1 || el.getBoundingClientRect().right > innerWidth,
        )
        .map((el) => el.textContent),
    )
    expect(wider, language).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }

  // The line breaks for five minutes, as a bid is sent: nothing can be sent meanwhile, and it goes on where it was.
  await field.fill('875 000 000')
  // Offline before the click, a quick look of the room would have closed the form.
  await page.route(
    '**/bids',
    async (sent) => {
      await context.setOffline(true)
      await sent.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Place bid' }).click()
  await expect(page.getByText(/We do not know whether KES.875,000,000.00 arrived/)).toBeVisible()
  await expect(page.getByText(/The connection is lost/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeDisabled()
  await second(
    'POST',
    `/auctions/${id}/bids`,
    { amount: '880000000' },
    { 'Idempotency-Key': 'of the second again' },
  )
  await advance(request, '300s')
  await context.setOffline(false)
  await expect(page.getByText('KES 880,000,000.00').first()).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(/The connection is lost/)).toHaveCount(0)
  // It never arrived, and is sent by its bidder alone.
  await expect(page.getByText(/We do not know whether KES.875,000,000.00 arrived/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText(/Your bid of KES.875,000,000.00 stands/)).toBeVisible()
  const { view } = await first('GET', `/auctions/${id}`)
  expect(view.lines.map((line) => line.n)).toEqual(view.lines.map((_, i) => i + 1))

  // Who only watches for seventy minutes, while the access token ends several times, can still bid.
  for (let quarter = 0; quarter < 5; quarter++) {
    await advance(request, '840s')
    const read = page.waitForResponse((r) => r.url().endsWith(`/auctions/${id}`) && r.ok(), {
      timeout: 40_000,
    })
    await read
  }
  await field.fill('870 000 000')
  await page.getByRole('button', { name: 'Place bid' }).click()
  await expect(page.getByText(/Your bid of KES.870,000,000.00 stands, at rank 1/)).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})
