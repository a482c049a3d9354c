// What was kept of a job is destroyed after seven years: one person proposes with the list, another decides and proves
// who they are, and the certificate comes after the deed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { teller } from './acts.mjs'
import { advance, expect, follow, listen, signIn, test, usable } from './people.mjs'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const shot = (page, name) =>
  process.env.ZABUNI_E2E_SHOTS &&
  page.screenshot({ path: join(process.env.ZABUNI_E2E_SHOTS, `${name}.png`), fullPage: true })

test('two people destroy what was kept of a job after its years', async ({
  page,
  browser,
  request,
}) => {
  const complaints = listen(page, ['401', '422'])
  const desk = await browser.newContext()
  const second = await teller(
    await (async () => {
      await signIn(page, 'qed@zabuni.test', '/zabuni/user/users')
      return page
    })(),
    await desk.newPage(),
    'of the archive',
    ['Manage documents and letters'],
  )
  // Before its years are over nothing can be proposed.
  await page.setViewportSize(DESK)
  await page.goto('/zabuni/archive_management/jobs?state=archived')
  const title = await page.getByRole('row').nth(1).getByRole('link').innerText()
  await follow(page, page.getByRole('row').nth(1).getByRole('link'))
  await expect(page.getByText('After that day one person proposes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Propose destruction' })).toHaveCount(0)
  await usable(page)
  const job = new URL(page.url()).pathname

  // A bundle is written while it is taken, and can be had for a day.
  await page.getByRole('button', { name: 'Make the bundle' }).click()
  const take = page.getByRole('button', { name: 'Download', exact: true })
  await expect(take).toBeVisible()
  await expect(page.getByText(/The file can be had until \d/)).toBeVisible()
  const bundle = new URL(page.url()).pathname
  await advance(request, '86400s')
  await signIn(page, 'qed@zabuni.test', bundle)
  await expect(page.getByText(/The file could be had until \d.*Go back/)).toBeVisible()
  await expect(take).toHaveCount(0)
  await usable(page)

  await advance(request, '63072000s') // two years at a time
  for (let years = 2; years < 8; years += 2) await advance(request, '63072000s')
  await signIn(page, 'qed@zabuni.test', '/zabuni/archive_management/jobs?state=due')
  await expect(page.getByRole('row').filter({ hasText: title }).first()).toBeVisible()
  await usable(page)
  await page.goto(job)
  await expect(page.getByText('cannot be brought back')).toBeVisible()
  await usable(page)
  await shot(page, 'disposal-due-desk')
  await page.getByRole('button', { name: 'Propose destruction' }).click()
  const propose = page.getByRole('dialog')
  await expect(propose.getByText('Nothing is destroyed yet: another person decides.')).toBeVisible()
  await propose.getByRole('button', { name: 'Propose destruction' }).click()
  await expect(propose.getByText('This field is required.').first()).toBeVisible()
  await propose.getByRole('textbox', { name: 'Reason' }).fill('Seven years are over')
  await propose.getByRole('button', { name: 'Propose destruction' }).click()
  await expect(page.getByText('You proposed this: another person decides.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Destroy', exact: true })).toHaveCount(0)

  // The other one decides, on a phone.
  const other = second.page
  const theirs = listen(other, ['401', '403'])
  await other.setViewportSize(PHONE)
  await signIn(other, second.email, job, second.password)
  await expect(other.getByText('Seven years are over')).toBeVisible()
  await usable(other)
  await shot(other, 'disposal-proposed-phone')
  // A proof of long ago is none.
  await advance(request, '40m')
  await signIn(other, second.email, job, second.password)
  await advance(request, '20m')
  await other.getByRole('button', { name: 'Destroy', exact: true }).click()
  const destroy = other.getByRole('dialog')
  await expect(destroy.getByText('This cannot be undone.')).toBeVisible()
  await shot(other, 'disposal-destroy-phone')
  await destroy.getByRole('button', { name: 'Destroy', exact: true }).click()
  const proof = other.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password').fill(second.password)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText(/was destroyed on/)).toBeVisible({ timeout: 60_000 })
  await usable(other)
  await shot(other, 'disposal-done-phone')
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: 'Download the certificate' }).click(),
  ])
  const certificate = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(certificate.format).toBe('zabuni/certificate/v1')
  expect(certificate.note).toContain('stays backups until they rotate')
  expect(theirs).toEqual([])
  expect(complaints).toEqual([])
  await desk.close()
})
