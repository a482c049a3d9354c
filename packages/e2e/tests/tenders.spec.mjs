// What everybody reads of tenders without an account: the list, one tender, its documents and the feed; what its buyer keeps out
// of it stands nowhere.
import { buyerDesk, publishTender } from './desk.mjs'
import {
  expect,
  follow,
  landed,
  listen,
  opened,
  PASSWORD,
  signIn,
  test,
  usable,
} from './people.mjs'

const PHONE = { width: 390, height: 844 }

test('a tender is found, read and fetched without an account', async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const complaints = listen(page, ['404'])
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Public lamps ${Date.now()}`
  await publishTender(desk, name, { all: false })
  const title = `Hospital supplies ${name}`
  // The event has to come to who publishes it: the list is asked until it has.
  await expect(async () => {
    const { items } = await (
      await request.get(`/api/supplier/tenders?search=${encodeURIComponent(name)}`)
    ).json()
    expect(items).toHaveLength(1)
  }).toPass()

  await page.goto('/login')
  await follow(page, page.getByRole('link', { name: 'Public tenders' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public tenders')
  await usable(page)
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('listitem').filter({ has: page.getByRole('link') })
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(name)
  await expect(found).toContainText('Open')
  await expect(found).toContainText('Tender · Mlima Referral Hospital · ZB/TN/')
  // A deadline has its zone, whatever the reader's.
  await expect(found).toContainText(/Closes \d\d-\d\d-\d{4} \d\d:\d\d [AP]M GMT\+3/)
  await page.getByLabel('Country of the buyer').selectOption('Ethiopia')
  await expect(page.getByRole('main')).toContainText('Nothing is public that fits.')
  await page.getByLabel('Country of the buyer').selectOption('Kenya')
  await expect(found).toHaveCount(1)
  await page.getByLabel('Where it stands').selectOption('awarded')
  await expect(page.getByRole('main')).toContainText('Nothing is public that fits.')
  // The address has what is asked for: it can be kept and sent.
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await expect(page.getByRole('main')).toContainText('Nothing is public that fits.')
  await page.getByLabel('Where it stands').selectOption('open')
  await page.setViewportSize(PHONE)
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true })
  await follow(page, page.getByRole('link', { name: title }))
  await opened(page, '/tenders/{jobId}')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('main')).toContainText('Hospital bed')
  await expect(page.getByRole('main')).toContainText('Mlima Referral Hospital')
  await expect(page.getByRole('main')).toContainText(/Closes .* GMT\+3/)
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('tender.png'), fullPage: true })
  const tender = page.url()
  const record = await (
    await request.get(await page.getByRole('link', { name: /open data/ }).getAttribute('href'))
  ).json()
  expect(record.records[0].compiledRelease.tender.title).toBe(title)
  // What a lot has beyond the standard is declared, and lies where it is said to.
  const own = record.extensions.filter(
    (address) => new URL(address).origin === new URL(baseURL).origin,
  )
  expect(own).toHaveLength(1)
  const extension = await (await request.get(own[0])).json()
  for (const schema of extension.schemas) {
    const { definitions } = await (await request.get(new URL(schema, own[0]).href)).json()
    const known = Object.keys(definitions.Lot.properties)
    expect(Object.keys(record.records[0].compiledRelease.tender.lots[0])).toEqual(
      expect.arrayContaining(known),
    )
  }

  await page.goto('/tenders/01900000-0000-7000-8000-000000000000')
  await expect(page.getByRole('alert')).toContainText('Nothing of such a tender is public.')
  await usable(page)
  await page.goto('/tenders?search=zzzz-nothing&state=nonsense')
  await expect(page.getByLabel('Where it stands')).toHaveValue('')
  await expect(page.getByRole('main')).toContainText('Nothing is public that fits.')

  // Whoever wants to bid registers or signs in, and is at what the tender asks.
  await page.goto(new URL(tender).pathname)
  await page.getByRole('link', { name: 'Sign in to bid' }).click()
  await landed(page, /\/login\?returnUrl=%2Fsupplier%2Fcategory%2F/)
  await expect(page.getByRole('link', { name: 'Register now' })).toHaveAttribute(
    'href',
    /^\/register\?returnUrl=%2Fsupplier%2Fcategory%2F/,
  )
  await page.getByLabel('Email address').fill('supplier2@zabuni.test')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await desk.end()
  expect(complaints).toEqual([])
})

test('a buyer keeps a job out of the public list', async ({ page, request }) => {
  await signIn(page, 'buyer@zabuni.test', '/company/create/tender')
  const box = page.getByLabel(/^Keep it out of the public list/)
  const title = `Quiet lamps ${Date.now()}`
  await page.getByLabel(/^Title/).fill(title)
  await page.getByLabel(/^Your own number/).fill(title)
  await box.check()
  await usable(page)
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const { items } = await (
    await request.get(`/api/supplier/tenders?search=${encodeURIComponent(title)}`)
  ).json()
  expect(items).toEqual([])
})
