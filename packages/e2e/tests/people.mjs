import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'

/** The accessibility checker, to be run inside a page. */
export const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The password of every account of the demonstration. */
export const PASSWORD = 'zabuni2026'

/** Signs in through the form and waits for the signed-in frame. */
export const signIn = async (page, email, password = PASSWORD) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // On a phone the navigation is folded away; what every signed-in screen has is its frame.
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.locator('#content')).toBeVisible()
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

/** The newest mail to an address, once it is there. */
export const mailTo = async (request, email, subject) => {
  let mail
  await expect
    .poll(async () => {
      const all = await (
        await request.get(`/_dev/mailbox.json?to=${encodeURIComponent(email)}`)
      ).json()
      mail = all.filter((m) => m.subject.includes(subject)).at(0)
      return Boolean(mail)
    })
    .toBe(true)
  return mail
}

/** Moves the platform's clock on, such as '90m'. */
export const advance = async (request, by) => {
  const answer = await request.post(`/_dev/clock?by=${by}`)
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Everybody can use the screen once it has come to rest: what is read, or read again, is waited for. */
export const usable = async (page) => {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.map((v) => [v.id, v.nodes.map((n) => n.html)])
  })
  expect(found).toEqual([])
}

/** Searches a list and waits for the answer: rows that are about to be replaced are nobody's to click. */
export const search = async (page, text, box = page.getByRole('searchbox')) => {
  await box.fill(text)
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(text)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
