import { expect, landed, listen, signIn, test, usable } from './people.mjs'

// On the demonstration as nobody changed it: other journeys add rows to these lists while they are read.
// A list, two values of one of its filters, and the filter of days of one of its columns.
const LISTS = [
  {
    who: 'buyer@zabuni.test',
    path: '/buyer/ourjobs',
    table: 'Our jobs',
    filter: 'Status',
    key: 'status',
    values: { Published: 'published', Draft: 'draft' },
    days: 'Created',
    stem: 'created',
  },
  {
    who: 'qed@zabuni.test',
    path: '/zabuni/suppliers',
    table: 'Suppliers',
    filter: 'Country',
    key: 'country',
    values: { Ethiopia: 'ET', Ghana: 'GH' },
    days: 'Registered',
    stem: 'registered',
  },
  {
    who: 'supplier@zabuni.test',
    path: '/supplier/landing',
    table: 'Categories that are open',
    filter: 'Activity',
    key: 'activity',
    values: { RFQ: 'rfq', Tender: 'tender' },
    days: 'Closes',
    stem: 'closes',
  },
]

const DAY = /\d{2}-\d{2}-\d{4}/
const isoOf = (day) => day.split('-').reverse().join('-')

for (const width of [1440, 390])
  for (const of of LISTS)
    test(`${of.table} are narrowed by several values and by days at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const complaints = listen(page)
      await signIn(page, of.who, of.path)
      await usable(page)
      const rows = page.getByRole('table', { name: of.table, exact: true }).locator('tbody tr')
      const cells = rows.locator(`td[data-label="${of.days}"]`)
      const still = () => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const asked = () => new URL(page.url()).searchParams
      const all = await rows.count()
      const big = async (box) => {
        const { height } = await box.boundingBox()
        if (width < 640) expect(height).toBeGreaterThanOrEqual(43.5)
      }

      // The heads of columns are buttons of the same names.
      const chips = page.getByRole('search')
      const chip = chips.getByRole('button', { name: of.filter, exact: true })
      await big(chip.locator('xpath=..'))
      await chip.focus()
      await page.keyboard.press('Enter')
      for (const [label, value] of Object.entries(of.values)) {
        const box = page.getByRole('checkbox', { name: label, exact: true })
        await big(box.locator('xpath=..'))
        await box.check()
        await expect.poll(() => asked().getAll(of.key)).toContain(value)
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('checkbox', { name: Object.keys(of.values)[0] })).toHaveCount(0)
      await still()
      await usable(page)
      const several = await rows.count()
      expect(several).toBeGreaterThan(0)
      expect(several).toBeLessThan(all)
      const said = chips.getByRole('button', { name: new RegExp(`^${of.filter}: `) })
      for (const label of Object.keys(of.values)) await expect(said).toContainText(label)

      const day = (await cells.first().innerText()).match(DAY)[0]
      await chips.getByRole('button', { name: of.days, exact: true }).click()
      for (const name of ['From', 'To']) {
        const field = page.getByLabel(name, { exact: true })
        await big(field)
        await field.fill(day)
        await field.blur()
      }
      await expect.poll(() => asked().get(`${of.stem}_to`)).toBe(isoOf(day))
      await page.keyboard.press('Escape')
      await still()
      await usable(page)
      const found = await rows.count()
      expect(found).toBeGreaterThan(0)
      for (const text of await cells.allInnerTexts()) expect(text).toContain(day)

      const address = page.url()
      await page.reload()
      await usable(page)
      await expect(rows).toHaveCount(found)
      await expect(said).toBeVisible()
      await expect(page.getByText(`${of.days}: ${day} – ${day}`)).toBeVisible()

      await rows.first().getByRole('link').first().click()
      await landed(page, (url) => url.href !== address)
      await page.goBack()
      await landed(page, address)
      await expect(rows).toHaveCount(found)

      await chips.getByRole('button', { name: `Remove filter ${of.filter}` }).click()
      await expect.poll(() => asked().getAll(of.key)).toEqual([])
      await page.goto(address)
      await expect(rows).toHaveCount(found)
      await chips.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page).not.toHaveURL(/\?./)
      await expect(rows).toHaveCount(all)
      // Nothing is wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )

      await page.goto(`${of.path}?${of.key}=nonsense&${of.stem}_from=31-02-2026`)
      await usable(page)
      await expect(page.getByText(`${of.filter}: “nonsense” is not known here`)).toBeVisible()
      await expect(page.getByText(`${of.days}: “31-02-2026” is not known here`)).toBeVisible()
      await expect(rows).toHaveCount(all)
      await page.getByRole('button', { name: 'Take it off' }).click()
      await expect(page).not.toHaveURL(/\?./)
      expect(complaints).toEqual([])
    })
