// The frame that all screens stand in: finding one's way, the look, and what happens when the line is bad.
import { heading } from './acts.mjs'
import { expect, landed, listen, signIn, test, usable } from './people.mjs'

// With the service worker, which brings the frame where there is no line.
test.use({ serviceWorkers: 'allow' })

const didNotLoad = (page) => heading(page, 'This screen did not load')
const reload = (page) => page.getByRole('button', { name: 'Reload' }).click()

/** Notes the scripts that have come; afterwards only they can be had, until the line is mended. */
const cutLine = async (page) => {
  const had = new Set()
  page.on('requestfinished', (r) => had.add(r.url()))
  let cut = false
  await page.route('**/assets/**/*.js', (route) =>
    cut && !had.has(route.request().url()) ? route.abort() : route.continue(),
  )
  return {
    cut: () => {
      cut = true
    },
    mend: () => {
      cut = false
    },
  }
}

test('a person goes by the keyboard: palette, skip link, focus on the title', async ({ page }) => {
  const complaints = listen(page)
  await signIn(page, 'buyer@zabuni.test')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill('no such screen')
  await expect(palette.getByText('Nothing found')).toBeVisible()
  await palette.getByRole('combobox').fill('tend')
  await usable(page)
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await landed(page, '/company/tenders')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.reload()
  await usable(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await landed(page, /#content$/)
  expect(complaints).toEqual([])
})

test('a new screen begins at its top, and going back finds the old place', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test')
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/company/tenders')
  await usable(page)
  const link = page.locator('tbody a').nth(5)
  await link.scrollIntoViewIfNeeded()
  const at = await page.evaluate(() => scrollY)
  expect(at).toBeGreaterThan(0)
  await link.click()
  await landed(page, /details/)
  await usable(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await landed(page, '/company/tenders')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(at)
})

test('the look is chosen, kept, and can be read in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, 'supplier@zabuni.test')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  await page.reload()
  await usable(page)
  expect(await background()).not.toBe(light)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'As the device' }).click()
  await expect.poll(background).toBe(light)
})

test('on a phone the navigation opens, leads and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'buyer@zabuni.test')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(navigation).toBeVisible()
  await usable(page)
  await page.keyboard.press('Escape')
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await navigation.getByRole('link', { name: 'Tenders' }).click()
  await heading(page, 'Tenders')
  await expect(navigation).toBeHidden()
})

test('every component of the gallery can be used by everyone', async ({ page }) => {
  const complaints = listen(page)
  await signIn(page, 'buyer@zabuni.test')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/gallery')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
  expect(complaints).toEqual([])
})

test.describe('a bad line', () => {
  // The worker's own copies would hide what is tried here; its work has a test below.
  test.use({ serviceWorkers: 'block' })

  test('a screen that does not come leaves the frame, and comes when asked again', async ({
    page,
  }) => {
    const line = await cutLine(page)
    await signIn(page, 'buyer@zabuni.test')
    await usable(page)
    line.cut()
    await page.getByRole('link', { name: 'Tenders' }).first().click()
    await didNotLoad(page)
    // The page has read itself anew once by then, and the frame still stands.
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await usable(page)
    line.mend()
    await reload(page)
    await heading(page, 'Tenders')
  })

  test('a visitor is told too', async ({ page }) => {
    const line = await cutLine(page)
    await page.goto('/login')
    await usable(page)
    line.cut()
    await page.getByRole('link', { name: 'Register now' }).click()
    await didNotLoad(page)
    await usable(page)
    line.mend()
    await reload(page)
    await expect(page.getByLabel('Company name')).toBeVisible()
  })

  test('a server out of reach is told, and asked again when the line is back', async ({
    page,
    context,
  }) => {
    await signIn(page, 'supplier@zabuni.test')
    await usable(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await didNotLoad(page)
    await expect(page.getByText('Your connection may have dropped')).toBeVisible()
    await usable(page)
    await page.unroute('**/api/**')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.locator('#content')).toBeVisible()
    await usable(page)
  })
})

test('the application opens without a line', async ({ page, context }) => {
  await page.goto('/login')
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The worker keeps what goes through it: the second visit.
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true)
  await page.reload()
  await usable(page)
  await context.setOffline(true)
  await page.reload()
  await heading(page, 'Sign in to Zabuni')
  await context.setOffline(false)
})

test('files of old releases are not kept for ever', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await usable(page)
  const kept = async () => {
    const files = await page.evaluate(async () =>
      (await (await caches.open('zabuni-files-1')).keys()).map((f) => new URL(f.url).pathname),
    )
    const old = files.filter((path) => path.startsWith('/assets/old-'))
    return { old, own: files.length - old.length }
  }
  await page.evaluate(async () => {
    const files = await caches.open('zabuni-files-1')
    for (let n = 0; n < 700; n++) await files.put(`/assets/old-${n}.js`, new Response(''))
  })
  expect((await kept()).old).toHaveLength(700)
  await page.reload()
  await usable(page)
  await expect.poll(async () => (await kept()).old.length).toBeLessThan(600)
  // What the page itself is made of is kept before any of them.
  const { old, own } = await kept()
  expect(own).toBeGreaterThan(0)
  expect(old.length).toBeGreaterThanOrEqual(600 - own)
  expect(old).toContain('/assets/old-699.js')
  expect(old).not.toContain('/assets/old-0.js')
})

test.describe('where scripts are off', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says what it needs, in every language', async ({ page }) => {
    await page.goto('/login')
    for (const language of ['en', 'sw', 'am', 'fr', 'pt'])
      await expect(page.locator(`noscript p[lang="${language}"]`)).toBeVisible()
  })
})
