// Due diligence: planned at a desk, conducted on a phone that loses its network, decided at a desk.
import { Buffer } from 'node:buffer'
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, toJob, usable } from './people.mjs'

// With the service worker: the screens are there without a network.
test.use({ serviceWorkers: 'allow' })

const PHONE = { viewport: { width: 390, height: 844 } }
const DESK = { viewport: { width: 1440, height: 900 } }
// The smallest PNG: one pixel.
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Goes to a part of what follows the closing. */
const tab = (page, name) =>
  follow(
    page,
    page
      .getByRole('navigation', { name: 'Opening and evaluation' })
      .getByRole('link', { name, exact: true }),
  )

/** Follows a job of the demonstration to the visits of its category. */
const toVisits = async (page, { list, job, category }) => {
  await toJob(page, list, job)
  await follow(page, page.getByRole('link', { name: category, exact: true }))
  await follow(page, page.getByRole('link', { name: /^(Opening and evaluation|Evaluation)$/ }))
  await tab(page, 'Due diligence')
  await heading(page, 'Due diligence')
}
const TOOLS = {
  list: '/company/tenders',
  job: 'Track maintenance tools',
  category: 'Maintenance tools',
}

test('a visit is conducted on a phone without a network, and what was found is sent once', async ({
  browser,
}) => {
  const phone = await browser.newContext({
    ...PHONE,
    geolocation: { latitude: 8.98, longitude: 38.76 },
    permissions: ['geolocation'],
  })
  const page = await phone.newPage()
  const complaints = listen(page, ['ERR_INTERNET_DISCONNECTED', 'Failed to fetch'])
  await signIn(page, 'rail@zabuni.test')
  await toVisits(page, TOOLS)
  await usable(page)
  await follow(page, page.getByRole('link', { name: 'Conduct visit' }).first())
  await expect(page.getByText(/^Question 1 of/)).toBeVisible()
  await usable(page)

  const sent = []
  page.on('request', (r) => {
    if (r.method() === 'PUT' && /\/visit\//.test(r.url())) sent.push(r.url())
  })
  await phone.setOffline(true)
  await page.getByLabel(/Keep where this device is/).check()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect(page.getByText(/Here since/)).toBeVisible()
  const total = Number(
    /of (\d+)/.exec(
      await page
        .getByText(/\d of \d answered/)
        .first()
        .innerText(),
    )[1],
  )
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByLabel('Note').fill('Seen in the office')
  await page.locator('input[type=file]').setInputFiles({
    name: 'gate.png',
    mimeType: 'image/png',
    buffer: DOT,
  })
  await expect(page.getByText('On this device until it is sent')).toBeVisible()
  await expect(page.getByText(/Offline: \d kept on this device/)).toBeVisible()
  // Two questions ask in the same words: the next one is waited for.
  const next = async (n) => {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(new RegExp(`^Question ${n} of`))).toBeVisible()
  }
  await next(2)
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await next(3)
  await page.getByLabel('What was found').fill('17')
  await next(4)
  await page.getByLabel('What was found').fill('By hand, every Friday')
  await expect(page.getByText(`${total} of ${total} answered`).first()).toBeVisible()
  await usable(page)

  // What was typed outlives the page, and leaves the device once there is a network.
  await phone.setOffline(false)
  await expect(page.getByText(/^Saved |^Everything is saved/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'To the end' }).click()
  await heading(page, /^Visit to /)
  await expect(page.getByText('By hand, every Friday')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photograph gate.jpg' })).toHaveCount(1)
  await expect(page.getByText('8.98, 38.76')).toBeVisible()
  await usable(page)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Photograph gate.jpg' })).toHaveCount(1)
  // However often it was tried, it was the same photograph.
  expect(new Set(sent.filter((url) => url.includes('/photos/'))).size).toBe(1)
  await page.getByRole('textbox', { name: 'Findings' }).fill('The store is open on one side')
  await page.getByRole('button', { name: 'Finish visit' }).click()
  await expect(page.getByText('Everything is found. Decide what it comes to.')).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('a visit is planned and asked about at a desk; a bid whose visit failed is out', async ({
  browser,
}) => {
  const desk = await browser.newContext(DESK)
  const page = await desk.newPage()
  const complaints = listen(page, ['status of 422'])
  await signIn(page, 'buyer@zabuni.test')
  await toVisits(page, {
    list: '/company/tenders',
    job: 'Beds for the new wards',
    category: 'Ward beds',
  })
  await usable(page)

  // A question more, of everybody; who has been visited is not asked it any more.
  await follow(page, page.getByRole('link', { name: 'Add question' }))
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await usable(page)
  await page.getByRole('textbox', { name: 'Question' }).fill('Is there a cold room?')
  await page.getByRole('button', { name: 'Add question' }).click()
  await landed(page, /\/dd\/details\//)
  await expect(page.getByText('Is there a cold room?')).toBeVisible()

  // A date in the past is refused where it was typed.
  await page.getByRole('button', { name: 'Plan visit' }).first().click()
  const plan = page.getByRole('dialog')
  await plan.getByRole('textbox').first().fill('01-01-2026')
  await plan.getByLabel('Place').fill('Industrial Area')
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(
    plan.getByText(/This is before the bids were opened|This date has passed/),
  ).toBeVisible()
  await usable(page)
  await plan.getByRole('button', { name: 'Cancel' }).click()

  // Who fails says why; the ranking is made anew, and what it was is printed beside it.
  await follow(page, page.getByRole('link', { name: 'Decide' }))
  await heading(page, /^Visit to Savanna/)
  await usable(page)
  await page.getByRole('radio', { name: /^Failed/ }).check()
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText(/^Say why/)).toBeVisible()
  await usable(page)
  await page.getByLabel('Reason').fill('There is no workshop at this address')
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Decision saved')).toBeVisible()
  await page.goBack()
  await tab(page, 'Ranking')
  await expect(page.getByText('Out: its visit failed')).toBeVisible()
  const beside = page.getByRole('table', { name: 'Before a bid dropped out' })
  await expect(beside.getByRole('row', { name: /Savanna.* out 1\. / })).toBeVisible()
  await usable(page)
  expect(complaints).toEqual([])
})

test('the operator visits where the buyer has bought it, and elsewhere is told', async ({
  browser,
}) => {
  const [officer, desk] = [await browser.newPage(), await browser.newContext(DESK)]
  await signIn(officer, 'rail@zabuni.test')
  await toVisits(officer, TOOLS)
  const bought = officer.url().split('/').at(-1)
  await signIn(officer, 'water@zabuni.test')
  await toJob(officer, '/company/tenders', 'Ultrasonic water meters')
  await follow(officer, officer.getByRole('link', { name: 'Water meters', exact: true }))
  const other = officer.url().split('/').at(-1)
  await officer.close()

  const page = await desk.newPage()
  await signIn(page, 'qed@zabuni.test', `/zabuni/tender/dd/details/${bought}`)
  await heading(page, 'Due diligence')
  await expect(page.getByRole('button', { name: /Plan visit|Change date/ }).first()).toBeVisible()
  await usable(page)
  await page.goto(`/zabuni/tender/dd/details/${other}`)
  await expect(page.getByText(/The buyer has not bought due diligence visits/)).toBeVisible()
  await usable(page)
})
