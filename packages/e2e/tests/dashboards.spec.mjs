import { readFile } from 'node:fs/promises'
import { register } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]
const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true })

/** Follows every figure of a strip and comes back; the list behind it has to be usable. */
const followFigures = async (page, strip, address) => {
  const links = page.getByRole('list', { name: strip, exact: true }).getByRole('link')
  const all = await links.count()
  expect(all).toBeGreaterThan(3)
  const title = await page.locator('h1').first().textContent()
  for (let i = 0; i < all; i++) {
    await links.nth(i).click()
    // The list has its own title; what waits is further down the same screen.
    if (!page.url().endsWith('#waiting')) await expect(heading(page, title)).toHaveCount(0)
    await usable(page)
    await page.goBack()
    await landed(page, address)
    await expect(heading(page, title)).toBeVisible()
  }
}

for (const [name, viewport] of sizes) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a buyer reads figures and opens the lists behind them', async ({ page }) => {
      test.slow()
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/buyer/dashboard')
      await expect(heading(page, 'Dashboard')).toBeVisible()
      await usable(page)
      await followFigures(page, 'Figures', '/buyer/dashboard')

      // The period is part of the address and of the lists.
      await page.getByRole('combobox', { name: 'last 12 months' }).selectOption('24')
      await landed(page, /months=24/)
      await expect(page.getByRole('link', { name: /^Awards/ })).toHaveAttribute(
        'href',
        /view=awarded&months=24/,
      )
      await usable(page)

      // A picture has its table, and the table's figures open.
      const spend = page.getByRole('figure', { name: 'Awarded by category type, KES' })
      await spend.getByRole('button', { name: 'Show as table' }).click()
      await expect(spend.getByRole('table')).toBeVisible()
      await usable(page)
      const figure = spend.getByRole('row', { name: /Medical equipment/ }).getByRole('link')
      await figure.click()
      await expect(heading(page, 'Results')).toBeVisible()
      await usable(page)
      await expect(page.getByText('Ambulance equipment')).toBeVisible()

      // What waits is counted and leads to where the work is done; other journeys may have done some of it.
      await page.goto('/buyer/dashboard')
      await usable(page)
      const work = page.locator('#waiting').getByRole('link')
      const count = await work.count()
      await expect(page.getByRole('link', { name: /^Waiting for you/ })).toHaveText(
        `Waiting for you${count}`,
      )
      if (count) {
        await work.first().click()
        await landed(page, /\/company\/tender\//)
        await expect(heading(page, 'Dashboard')).toHaveCount(0)
        await usable(page)
      }
      expect(complaints).toEqual([])
    })

    test('a buyer’s day begins with one question to the server, and each number leads to its jobs', async ({
      page,
    }) => {
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test')
      await usable(page)
      const asked = []
      page.on('request', (r) => {
        const { pathname } = new URL(r.url())
        if (pathname.startsWith('/api/buyer/')) asked.push(pathname.slice('/api/buyer/'.length))
      })
      await page.goto('/company/landing')
      const jobs = page.getByRole('table', { name: 'Jobs by activity and stage' })
      await expect(jobs).toBeVisible()
      await usable(page)
      expect(asked.filter((path) => /^(dashboard|jobs|livejobs|activities)/.test(path))).toEqual([
        'dashboard',
      ])
      const drafts = jobs.getByRole('link', { name: /Drafts, Tenders$/ })
      const count = Number.parseInt((await drafts.textContent()) ?? '', 10)
      await follow(page, drafts)
      await expect(heading(page, 'Tenders')).toBeVisible()
      await usable(page)
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1)
      expect(complaints).toEqual([])
    })

    test('a buyer finds own jobs, live jobs and bidders', async ({ page }) => {
      test.slow()
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/buyer/ourjobs?status=draft')
      await usable(page)
      await expect(page.getByText("Replacement of the main kitchen's cold room")).toBeVisible()
      await expect(page.getByText('Solar backup for the maternity wing')).toHaveCount(0)
      await page.goto('/buyer/ourjobs?search=nothing+of+the+kind')
      await usable(page)
      await page.getByRole('button', { name: 'Clear filters' }).first().click()
      // Other journeys draft jobs of this buyer: which of them come first is not this one's to say.
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
      await page.goto('/buyer/ourjobs?search=Solar+backup')
      await expect(page.getByText('Solar backup for the maternity wing')).toBeVisible()

      // Another buyer's job is not there.
      await page.goto('/buyer/livejobs?open=1&search=Ultrasonic')
      await usable(page)
      await expect(page.getByText('Ultrasonic water meters')).toHaveCount(0)
      await page.goto('/buyer/livejobs?open=1&search=Solar+backup')
      await usable(page)
      await page.getByRole('link', { name: 'Solar backup for the maternity wing' }).click()
      await landed(page, /\/buyer\/livejobs\/[0-9a-f-]{36}\/tender\/categories/)
      await usable(page)
      await page.getByRole('link', { name: 'Hybrid solar system' }).click()
      await landed(page, /\/buyer\/livejobs\/categories\/[0-9a-f-]{36}\/participants/)
      await usable(page)
      // How many take part is known; who, and whether they submitted, is sealed.
      await expect(page.getByText('Who takes part is not shown yet')).toBeVisible()
      await expect(page.getByText('After closing', { exact: true })).toBeVisible()
      await expect(page.getByText('Ziwani Office Systems')).toHaveCount(0)

      await page.goto('/buyer/bidders')
      await usable(page)
      await page.getByRole('link', { name: /awards? won by Savanna Medical Supplies Ltd/ }).click()
      await expect(heading(page, 'Results')).toBeVisible()
      await usable(page)
      await expect(page.getByText('Ambulance equipment')).toBeVisible()
      await page.goto('/buyer/bidders')
      await expect(page.getByText('Ziwani Office Systems')).toBeVisible()
      await page.getByLabel('Won', { exact: true }).selectOption('1')
      await expect(page.getByText('Ziwani Office Systems')).toHaveCount(0)
      await expect(page.getByText('Savanna Medical Supplies Ltd')).toBeVisible()
      await usable(page)
      expect(complaints).toEqual([])
    })

    test('a supplier, contract managers and operator staff follow their figures', async ({
      browser,
    }) => {
      test.slow()
      for (const [who, address, strip] of [
        ['supplier@zabuni.test', '/supplier/dashboard', 'Dashboard'],
        ['qed@zabuni.test', '/zabuni/dashboard', 'Landing'],
        ['contracts@zabuni.test', '/contract-management/dashboard', 'Figures'],
      ]) {
        const context = await browser.newContext({ viewport })
        const page = await context.newPage()
        const complaints = listen(page)
        await signIn(page, who, address)
        await usable(page)
        await followFigures(page, strip, address)
        expect(complaints).toEqual([])
        await context.close()
      }
    })

    test('tutorials lead to the screens that they speak of', async ({ page }) => {
      await signIn(page, 'supplier@zabuni.test', '/supplier/tutorials')
      await expect(heading(page, 'Tutorials')).toBeVisible()
      await usable(page)
      await page.getByRole('link', { name: /Find a job and take part, Step 1/ }).click()
      await landed(page, /\/supplier\/landing/)
    })

    test('figures that cannot be read say so and can be asked for again', async ({ page }) => {
      await signIn(page, 'buyer@zabuni.test')
      await page.route('**/api/buyer/dashboard?*', (route) =>
        route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
      )
      await page.goto('/buyer/dashboard')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await usable(page)
      await page.unroute('**/api/buyer/dashboard?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('list', { name: 'Figures', exact: true })).toBeVisible()
    })
  })
}

test('figures are taken along as files', async ({ page }) => {
  await signIn(page, 'buyer@zabuni.test', '/buyer/dashboard')
  const take = async (button) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await take('CSV')
  expect(csv.name).toBe('figures.csv')
  // How much depends on what other journeys have awarded meanwhile.
  expect(csv.bytes.toString()).toMatch(/Awarded by category type,Medical equipment,,KES,\d+\.00,\d/)
  const book = await take('Excel')
  expect(book.name).toBe('figures.xlsx')
  expect(book.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('a buyer who has nothing yet is told what will stand there', async ({ page }) => {
  await signIn(page, 'water@zabuni.test')
  for (const [address, words] of [
    ['/buyer/bidders', 'No bidders yet'],
    ['/buyer/results', 'Nothing has closed yet'],
    ['/buyer/dashboard', 'Nothing was awarded in this period.'],
  ]) {
    await page.goto(address)
    await usable(page)
    await expect(page.getByText(words)).toBeVisible()
  }
})

test('the operator’s figures move by themselves', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  let words = 0
  page.on('request', (r) => {
    if (r.url().includes('/live?') && decodeURIComponent(r.url()).includes('platform')) words++
  })
  await signIn(page, 'qed@zabuni.test', '/zabuni/landing')
  await usable(page)
  const suppliers = page.getByRole('link', { name: /^Suppliers \d/ }).filter({ hasText: /\d/ })
  const before = await suppliers.textContent()
  await expect.poll(() => words).toBeGreaterThan(0)

  const visitor = await (await browser.newContext()).newPage()
  await register(visitor, { company: 'Takwimu Traders', user: 'figures' })
  await expect(suppliers).not.toHaveText(before)
})
