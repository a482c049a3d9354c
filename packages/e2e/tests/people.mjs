import { test as base, expect } from '@playwright/test'
import { begin } from '../program.mjs'
import { axeSource, isJudged, judged, shape } from './judged.mjs'

export { expect }

/** How a journey notes the routes whose screens it has opened. */
const OPENED = 'opened'

// Who signed in in this test, each with what their browser was given.
const entered = []

// Somebody has ten sessions at most, and many journeys are the same person's: who is done leaves, or another journey
// that lasts longer is signed out.
const leave = async (playwright, { at, storageState, token }) => {
  const request = await playwright.request.newContext({ baseURL: at, storageState })
  await request.post('/api/supplier/authentication/logout', {
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
  })
  await request.dispose()
}

// Runs in each page before all else.
const saves = () => {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
}

/** A journey; what it opened in the browser beside its own page goes with it, live streams and all. */
export const test = base.extend({
  /** What a program of these journeys alone is told; without it they share one. */
  own: [undefined, { option: true, scope: 'worker' }],
  /** Browsers say that their person saves data. */
  saving: [false, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, saving }, use) => {
      const begun = browser.newContext.bind(browser)
      if (saving)
        browser.newContext = async (options) => {
          const context = await begun(options)
          await context.addInitScript(saves)
          return context
        }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ own }, use, worker) => {
      if (!own) return use(undefined)
      const { address, end } = await begin(own, worker)
      await use(address)
      await end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ house, baseURL }, use) => use(house ?? baseURL),
  leftOpen: [
    async ({ browser, playwright }, use) => {
      const before = new Set(browser.contexts())
      await use()
      for (const context of browser.contexts()) if (!before.has(context)) await context.close()
      await Promise.all(entered.splice(0).map((one) => leave(playwright, one)))
    },
    { auto: true },
  ],
})

/** A paper that every scanner knows and that harms nobody: the test file of EICAR, in two halves so that this file is none. */
export const harmful = (name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\nX5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS'}-TEST-FILE!$H+H*\n`,
  ),
})

/** The password of every account of the demonstration. */
export const PASSWORD = 'maji2moto'

// How long a screen may take to come to rest, as long as everything else that is expected.
const PATIENCE_MS = 15_000

// On a phone the navigation is folded away; what every signed-in screen has is its frame.
const framed = async (page) => {
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.locator('#content')).toBeVisible()
}

/** Signs in as the form would, and goes where a journey begins. */
export const signIn = async (page, email, at = '/', password = PASSWORD) => {
  const answer = await page.context().request.post('/api/supplier/authentication/login', {
    data: { username: email, password },
    // Who asks as a browser does is given the session's two halves as cookies.
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const storageState = await page.context().storageState()
  entered.push({
    at: new URL(answer.url()).origin,
    storageState,
    token: storageState.cookies.find(({ name }) => name.endsWith('zabuni_token')).value,
  })
  await page.goto(at)
  await framed(page)
}

/** Signs in through the form and waits for the signed-in frame. */
export const signInByForm = async (page, email, password = PASSWORD) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await framed(page)
}

/** Fails the test on anything the browser complains of, except refusals that the journey provokes. */
export const listen = (page, allowed = []) => {
  const complaints = []
  page.on('pageerror', (e) => complaints.push(String(e)))
  page.on('console', (m) => {
    if (m.type() === 'error' && !allowed.some((a) => m.text().includes(a)))
      complaints.push(m.text())
  })
  return complaints
}

/**
 * The newest mail to an address, once it is there. Who is no person of one journey alone gets mails
 * of others at the same time: there `about` names what must stand in the text.
 */
export const mailTo = async (request, email, subject, about = '') => {
  let mail
  await expect
    .poll(async () => {
      const all = await (
        await request.get(`/_dev/mailbox.json?to=${encodeURIComponent(email)}`)
      ).json()
      mail = all.find((m) => m.subject.includes(subject) && m.text.includes(about))
      return Boolean(mail)
    })
    .toBe(true)
  return mail
}

/** Where the link of a mail leads. */
export const linkOf = (mail) => {
  const { pathname, search } = new URL(mail.text.match(/http\S+/)[0])
  return pathname + search
}

/** The screen of a route is open, as the table of routes writes its path; driven.mjs reads of it at the end. */
export const opened = async (page, path) => {
  const shape = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)
  await landed(page, (url) => shape.test(url.pathname))
  await expect(page.locator('h1').first()).toBeVisible()
  base.info().annotations.push({ type: OPENED, description: path })
}

/** Moves the platform's clock on, such as '90m'. */
export const advance = async (request, by) => {
  const answer = await request.post(`/_dev/clock?by=${by}`)
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The screen that is drawn is the address's: until it has come, the one before stands under its address. */
const drawn = (page, { besides } = {}) =>
  expect
    .poll(
      () =>
        page
          .evaluate((besides) => {
            const path = document.getElementById('content')?.dataset.path
            if (location.href === besides) return `still ${besides}`
            return path === undefined || path === location.pathname
          }, besides)
          .catch(() => false), // the whole document went
    )
    .toBe(true)

/** The person has been led to an address, and its screen is there. */
export const landed = async (page, url) => {
  await expect(page).toHaveURL(url)
  await drawn(page)
}

// Runs in the page: waits until the screen has come to rest, tells its shape and, where asked, what axe finds wrong.
const judge = async (patience, shape, asked) => {
  const frame = () => new Promise((done) => setTimeout(done, 16))
  const waits = () => {
    const path = document.getElementById('content')?.dataset.path
    if (path !== undefined && path !== location.pathname) return 'the screen before is still there'
    const title = document.querySelector('h1')
    if (!title?.checkVisibility({ visibilityProperty: true })) return 'there is no title'
    return document.querySelector('.skeleton, [aria-busy="true"]')?.outerHTML.slice(0, 160)
  }
  const end = Date.now() + patience
  for (let why = waits(); why; why = waits()) {
    if (Date.now() > end) return { stuck: why }
    await frame()
  }
  // What fades in has no colour of its own yet. What moves for ever is no reason to wait.
  const moving = () =>
    document
      .getAnimations()
      .filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime < 1e6)
  do {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    await Promise.allSettled(moving().map((a) => a.finished))
  } while (moving().length)
  const [was, of] = [location.href, shape()]
  if (!asked) return { of, rests: !waits() }
  if (!window.axe) return { lacking: true }
  const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
  return {
    of: String(of) === String(shape()) ? of : undefined,
    rests: location.href === was && !waits(),
    found: violations.map((v) => [v.id, v.nodes.map((n) => n.html)]),
  }
}

/** Everybody can use the screen once it has come to rest: what is read, or read again, is waited for. */
export const usable = async (page) => {
  const end = Date.now() + PATIENCE_MS
  const look = (asked) =>
    page.evaluate(`(${judge})(${PATIENCE_MS}, ${shape}, ${asked})`).catch((error) => {
      // The whole document went.
      if (page.isClosed() || Date.now() > end) throw error
      return { rests: false }
    })
  for (let doubted = false; ; ) {
    const resting = await look(false)
    expect(resting.stuck).toBeUndefined()
    if (resting.rests && isJudged(resting.of)) return
    const told = await look(true)
    expect(told.stuck).toBeUndefined()
    if (told.lacking) await page.evaluate(axeSource).catch(() => {})
    // A screen that went away while it was judged was not judged.
    if (!told.rests) continue
    // What came or went while it was judged may look wrong once; what is wrong is found again.
    if (told.found.length && !doubted) {
      doubted = true
      continue
    }
    expect(told.found).toEqual([])
    if (told.of) judged(told.of)
    return
  }
}

/** Goes where a link leads: until the address has changed, the screen is the old one still. */
export const follow = async (page, link) => {
  // Told by the page itself once the link stands there: before, the address may be that of the screen before.
  const was = await link.evaluate(() => location.href)
  await link.click()
  await drawn(page, { besides: was })
  await expect(page).toHaveURL((url) => url.href !== was)
}

/** Follows a job from a list of them: it is searched for, as other journeys add rows that push it off the first page. */
export const toJob = async (page, list, title) => {
  await page.goto(`${list}?search=${encodeURIComponent(title)}`)
  await follow(page, page.getByRole('link', { name: title }))
}

/** Searches a list and waits for the answer: rows that are about to be replaced are nobody's to click. */
export const search = async (page, text, box = page.getByRole('searchbox')) => {
  await box.fill(text)
  await expect
    .poll(async () => ({
      typed: await box.inputValue(),
      // A frame that tells it was drawn with the list.
      asked: await page.evaluate(() => {
        const { search } = document.getElementById('content')?.dataset ?? {}
        return new URLSearchParams(search ?? location.search).get('search')
      }),
    }))
    .toEqual({ typed: text, asked: text })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
