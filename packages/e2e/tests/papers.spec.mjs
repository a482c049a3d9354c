// What a company keeps on its profile is asked for again and again: it answers from there.
import { heading } from './acts.mjs'
import { buyerDesk, publishTender } from './desk.mjs'
import { expect, follow, listen, signIn, test, usable } from './people.mjs'

const PROMPT = 'Tax compliance certificate'

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
  await signIn(page, 'supplier7@zabuni.test', `/supplier/apply/tender/${id}`)
  await heading(page, name)
  await page.getByRole('button', { name: /^(Participate|Begin my bid)$/ }).click()
  const bid = page.getByRole('button', { name: `From your profile: ${PROMPT}` })
  await expect(bid).toBeVisible()
  await usable(page)
  await bid.click()
  const registration = page.getByRole('menuitem', { name: 'Registration certificate', exact: true })
  await expect(page.getByRole('menuitem', { name: /^Trading licence.* · until / })).toBeVisible()
  await usable(page)
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
  await second.setViewportSize({ width: 1440, height: 900 })
  await second.goto('/update-profile?part=documents')
  await second
    .getByLabel(/New version of: Trading licence/)
    .setInputFiles({
      name: 'licence-2.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\nnew\n'),
    })
  await expect(second.getByText('licence-2.pdf')).toBeVisible()
  await second.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect(second.getByText('Version 2')).toBeVisible()
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
