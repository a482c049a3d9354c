// What a company keeps on its profile is asked for again and again: it answers from there.
import { heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, landed, listen, signIn, test, usable } from './people.mjs'

const PROMPT = 'Tax compliance certificate'
const LICENCE = 'Trading licence or business permit'
// Nobody else's journey looks at what this company keeps.
const SUPPLIER = 'supplier11@zabuni.test'
const pdf = (text) => Buffer.from(`%PDF-1.4\n${text}\n`)

test('a paper of the profile answers a question, as it stands there', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const desk = await buyerDesk(playwright, baseURL)
  const name = `Papers ${Date.now()}`
  const { id } = await publishTender(desk, name)
  await desk.end()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const heard = listen(page, ['409'])
  await signIn(page, SUPPLIER, '/update-profile?part=documents')
  const keep = async (at, kind, file, until) => {
    await at
      .getByLabel(`New version of: ${kind}`)
      .setInputFiles({ name: file, mimeType: 'application/pdf', buffer: pdf(file) })
    await expect(at.getByText(file)).toBeVisible()
    if (until) await at.getByLabel(`Expiry date of: ${kind}`).fill(until)
    await at.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
    await expect(at.getByRole('button', { name: `Download ${file}` })).toBeVisible()
  }
  await keep(page, 'Registration certificate', 'registration.pdf')
  await keep(page, LICENCE, 'licence.pdf', '31-12-2031')

  await page.goto(`/supplier/category/${id}`)
  await heading(page, name)
  await page.getByRole('button', { name: 'Participate' }).click()
  await landed(page, `/supplier/tender/category/instructions/${id}`)
  await page.getByRole('link', { name: 'Begin my bid' }).click()
  const bid = page.getByRole('button', { name: `From your profile: ${PROMPT}` })
  await expect(bid).toBeVisible()
  await usable(page)
  await bid.click()
  const registration = page.getByRole('menuitem', { name: 'Registration certificate', exact: true })
  await expect(page.getByRole('menuitem', { name: /^Trading licence.* · until / })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('menu-390.png') })
  await registration.click()
  const arrived = page.getByRole('listitem').filter({ hasText: 'registration.pdf' })
  await expect(arrived).toContainText(
    'Registration certificate · It stays as it is now, whatever you change on your profile.',
  )
  await usable(page)
  await page.screenshot({ path: test.info().outputPath('taken-390.png'), fullPage: true })
  // Once is enough, and it stands after the page was read anew.
  await page.reload()
  await expect(arrived).toBeVisible()
  await bid.click()
  await expect(
    page.getByRole('menuitem', { name: 'Registration certificate: taken' }),
  ).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  // In a second tab another version is put on the profile: the first is told, and nothing is taken.
  const second = await context.newPage()
  const theirs = listen(second)
  await second.goto('/update-profile?part=documents')
  await keep(second, LICENCE, 'licence-2.pdf', '31-12-2032')
  await bid.click()
  await page.getByRole('menuitem', { name: /^Trading licence/ }).click()
  await expect(page.getByText(/Another version of this paper stands on your profile/)).toBeVisible()
  await expect(arrived).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'licence' })).toHaveCount(0)
  await bid.click()
  await page.getByRole('menuitem', { name: /^Trading licence/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'licence-2.pdf' })).toContainText(
    '· until ',
  )
  await usable(page)
  expect([...heard, ...theirs]).toEqual([])
})
