// Things that are sold: described and photographed, with a reserve that nobody reads before the prices are opened.
import { Buffer } from 'node:buffer'
import { dialog, heading, tab } from './acts.mjs'
import { expect, follow, listen, search, signIn, test, toJob, usable } from './people.mjs'

// The smallest PNG: one pixel.
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const SEALED = 'There is a reserve. It is sealed until the prices are opened.'

/** A person at a screen, wide or narrow; what the browser complains of is collected. */
const people = (browser) => {
  const heard = []
  const person = async (email, width = 1440) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    heard.push(listen(page, ['status of 422']))
    await signIn(page, email)
    return page
  }
  return { person, heard }
}

const toCategory = async (page, job, category) => {
  await toJob(page, '/company/asset_disposal/list', job)
  await follow(page, page.getByRole('link', { name: category, exact: true }))
}

const shot = (page, name) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

test('a thing is described on a phone, photographed, and its reserve sealed', async ({
  browser,
}) => {
  const { person, heard } = people(browser)
  const selam = await person('rail@zabuni.test', 390)
  await toCategory(selam, 'Timber sleepers', 'Sleepers')
  await tab(selam, 'Items')
  await follow(selam, selam.getByRole('link', { name: 'Add an item' }))
  await heading(selam, 'Add an item')
  await selam.getByLabel('Description').fill('Rail chairs, cast iron')
  await selam.getByLabel('Quantity').fill('900')
  await selam.getByRole('button', { name: 'Add an item' }).click()
  await expect(selam.getByText('This field is required').first()).toBeVisible()
  await usable(selam)
  await selam.getByLabel('Unit').fill('each')
  await selam.getByLabel('Condition').selectOption('Good')
  await selam.getByLabel('Where it stands').fill('Mojo siding, shed 2')
  await selam.getByLabel('What is known of it').fill('Sorted by size.\nTo be loaded by hand.')
  await selam.getByRole('button', { name: 'Add an item' }).click()
  await heading(selam, 'Rail chairs, cast iron')
  await expect(selam.getByText('Mojo siding, shed 2')).toBeVisible()

  // A picture is there at once, another can go; what is no picture is refused and leaves the rest.
  const give = (...files) => selam.locator('input[type=file]').setInputFiles(files)
  const png = (name) => ({ name, mimeType: 'image/png', buffer: DOT })
  await give(png('front.png'), png('behind.png'))
  const photos = selam.getByRole('list', { name: 'Photographs' }).getByRole('listitem')
  await expect(photos).toHaveCount(2)
  await give({ name: 'list.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.4') })
  await expect(selam.getByText('This is no photograph that we can read').first()).toBeVisible()
  await selam.getByRole('button', { name: 'Remove behind.jpg' }).click()
  await expect(photos).toHaveCount(1)
  await selam.getByRole('button', { name: 'Enlarge front.jpg' }).click()
  await expect(selam.getByRole('img', { name: 'Photograph front.jpg' })).toBeVisible()
  await usable(selam)
  await selam.keyboard.press('Escape')

  // Nothing is no reserve; once it is sealed whoever typed it does not read it either.
  await expect(selam.getByText('No reserve: it goes to the best price')).toBeVisible()
  await selam.getByRole('button', { name: 'Set a reserve' }).click()
  await usable(selam)
  const amount = selam.getByLabel('The least for one unit (each)')
  await dialog(selam, 'Seal').click()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('4321.50')
  await dialog(selam, 'Seal').click()
  await expect(selam.getByText(SEALED)).toBeVisible()
  await expect(selam.getByText('Commitment, published before the bids')).toBeVisible()
  await selam.reload()
  await expect(selam.getByText(SEALED)).toBeVisible()
  await expect(selam.locator('body')).not.toContainText('4,321.5')
  await usable(selam)
  await shot(selam, 'item-390')
  await selam.getByRole('navigation', { name: 'You are here' }).getByText('Items').click()
  await expect(
    selam.getByText('Good · Mojo siding, shed 2 · 1 photograph · with a reserve'),
  ).toBeVisible()
  await usable(selam)
  expect(heard.flat()).toEqual([])
})

test('bidders see the thing and that there is a reserve, never how much', async ({ browser }) => {
  const { person, heard } = people(browser)
  for (const width of [1440, 390]) {
    const meron = await person('supplier4@zabuni.test', width)
    const said = []
    meron.on('response', async (r) => {
      if (r.url().includes('/api/')) said.push(await r.text().catch(() => ''))
    })
    await meron.goto('/supplier/landing')
    await search(meron, 'Pick-up trucks')
    await follow(meron, meron.getByRole('link', { name: 'Pick-up trucks' }))
    await heading(meron, 'Pick-up trucks')
    await expect(meron.getByText('Condition: Worn')).toBeVisible()
    await expect(meron.getByText('Where it stands: Kality depot, gate 2')).toBeVisible()
    await expect(meron.getByText(SEALED)).toBeVisible()
    await meron.getByRole('button', { name: 'Enlarge truck.jpg' }).click()
    await expect(meron.getByRole('img', { name: 'Photograph truck.jpg' })).toBeVisible()
    await usable(meron)
    await meron.keyboard.press('Escape')
    await shot(meron, `bidder-${width}`)
    expect(said.filter((text) => text.includes('Kality depot')).length).toBeGreaterThan(0)
    expect(said.filter((text) => text.includes('580000'))).toEqual([])
  }
  expect(heard.flat()).toEqual([])
})

test('what nobody offers the reserve for goes to nobody', async ({ browser }) => {
  const { person, heard } = people(browser)
  const selam = await person('rail@zabuni.test')
  await toCategory(selam, 'Machines of the old workshop', 'Workshop machines')
  await tab(selam, 'Items')
  await follow(selam, selam.getByRole('link', { name: 'Wheel press, 200 t' }))
  await expect(selam.getByText('ETB 300,000.00 a unit (each)')).toBeVisible()
  await expect(selam.getByText('Salt by which anybody checks it')).toBeVisible()
  await expect(selam.getByRole('button', { name: /reserve/ })).toHaveCount(0)
  await usable(selam)
  await shot(selam, 'opened-1440')
  await toCategory(selam, 'Machines of the old workshop', 'Workshop machines')
  await follow(selam, selam.getByRole('link', { name: 'Opening and evaluation' }))
  await follow(selam, selam.getByRole('link', { name: 'Ranking', exact: true }))
  await expect(selam.getByText('Below the reserve')).toHaveCount(3)
  await usable(selam)
  await shot(selam, 'ranking-1440')

  await follow(selam, selam.getByRole('link', { name: 'Decision', exact: true }))
  const lathe = selam.getByRole('group', { name: 'Who gets Lathe, 3 m, 1974' })
  const press = selam.getByRole('group', { name: 'Who gets Wheel press, 200 t' })
  await expect(lathe.getByRole('radio', { name: /Simien Trading|Lalibela/ })).toHaveCount(1)
  await expect(press.getByRole('radio')).toHaveCount(1)
  await expect(press.getByText('Below the reserve')).toHaveCount(2)
  await expect(press.getByRole('radio', { name: 'Nobody gets it' })).toBeChecked()
  await usable(selam)
  await selam.getByRole('button', { name: 'Recommend 1 item' }).click()
  await expect(selam.getByText('You recommended this')).toBeVisible()
  await shot(selam, 'decision-1440')

  const tigist = await person('rail2@zabuni.test', 390)
  await tigist.goto(new URL(selam.url()).pathname)
  await usable(tigist)
  await tigist.getByRole('button', { name: 'Award', exact: true }).click()
  const sure = tigist.getByRole('dialog', { name: 'Award 1 item?' })
  for (const said of ['ETB 135,000.00', '1 item goes to nobody'])
    await expect(sure).toContainText(said)
  await sure.getByRole('button', { name: 'Award', exact: true }).click()
  await expect(tigist.getByText('Awarded to')).toBeVisible()
  await expect(
    tigist.getByRole('group', { name: 'Who gets Wheel press, 200 t' }).getByText('Nobody gets it'),
  ).toBeVisible()
  await usable(tigist)
  await shot(tigist, 'awarded-390')
  expect(heard.flat()).toEqual([])
})
