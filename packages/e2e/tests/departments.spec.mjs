// For whose needs a job is: chosen where it is written, told where it is read, and what lists and savings are narrowed by.
import { heading } from './acts.mjs'
import { buyerDesk } from './desk.mjs'
import { expect, landed, listen, signIn, test, usable } from './people.mjs'

const HOUR = 3_600_000
const shot = (page, name) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
const row = (page, name) => page.getByRole('row').filter({ hasText: name })

for (const [name, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a tender is for the wards, and is found among what they need', async ({ page }) => {
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/company/create/tender')
      await usable(page)
      const title = `Bedside lockers ${name}`
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Your own number').fill(`W-${name}`)
      await page.getByLabel('Department').selectOption({ label: 'Wards · Head office' })
      await shot(page, 'form')
      await page.getByRole('button', { name: 'Create tender' }).click()
      await heading(page, title)
      await expect(page.getByText('Wards', { exact: true })).toBeVisible()
      await shot(page, 'job')

      // What it is for may be said otherwise, and taken off.
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await expect(page.getByLabel('Department')).toHaveValue(/-/)
      await page.getByLabel('Department').selectOption({ label: 'No department' })
      await page.getByRole('button', { name: 'Save' }).click()
      await heading(page, title)
      await expect(page.getByText('Wards', { exact: true })).toHaveCount(0)
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Department').selectOption({ label: 'Wards · Head office' })
      await page.getByRole('button', { name: 'Save' }).click()
      await heading(page, title)

      await page.goto('/company/tenders')
      await expect(row(page, title)).toBeVisible()
      const by = page.getByRole('combobox', { name: 'Department' })
      await by.selectOption({ label: 'Intensive care · Head office' })
      await landed(page, /department=/)
      await expect(row(page, 'patient monitors')).toBeVisible()
      await expect(row(page, title)).toHaveCount(0)
      await by.selectOption({ label: 'Wards · Head office' })
      await expect(row(page, title)).toBeVisible()
      await expect(row(page, 'patient monitors')).toHaveCount(0)
      await usable(page)
      await shot(page, 'list')
      expect(complaints).toEqual([])
    })

    test('a department that is not known here narrows nothing, and says so', async ({ page }) => {
      const complaints = listen(page)
      await signIn(
        page,
        'buyer@zabuni.test',
        '/company/tenders?search=patient+monitors&department=00000000-0000-4000-8000-000000000001',
      )
      await expect(page.getByText('is not known here and was left out')).toBeVisible()
      await expect(row(page, 'patient monitors')).toBeVisible()
      await usable(page)
      expect(complaints).toEqual([])
    })

    test('auctions are narrowed and told by department', async ({ page, playwright, baseURL }) => {
      const complaints = listen(page)
      const desk = await buyerDesk(playwright, baseURL)
      const { items } = await desk.call('GET', '/departments')
      const wards = items.find((d) => d.name === 'Wards')
      const at = (ms) => new Date(desk.call.now + ms).toISOString()
      const title = `Wheelchairs ${name}`
      await desk.call('POST', '/auctions', {
        activity: 'reverse_auction',
        code: `WH-${name}`,
        department_id: wards.id,
        title,
        currency: 'KES',
        opens_at: at(0),
        without: ['criteria'],
        rules: {
          visibility: 'best_rank',
          show_bidders: true,
          step_amount: '100',
          improves: 'own',
          jump_percent: '20',
          starts_at: at(24 * HOUR),
          ends_at: at(25 * HOUR),
          hard_end: at(26 * HOUR),
          window_seconds: 120,
          extend_seconds: 120,
          extend_from: 'receipt',
          extend_on: 'any',
        },
      })
      await desk.end()
      await signIn(page, 'buyer@zabuni.test', '/buyer/list/reverse/auction')
      await expect(row(page, title)).toContainText('Wards')
      const by = page.getByRole('combobox', { name: 'Department' })
      await by.selectOption({ label: 'Intensive care · Head office' })
      await landed(page, /department=/)
      await expect(row(page, title)).toHaveCount(0)
      await by.selectOption({ label: 'Wards · Head office' })
      await expect(row(page, title)).toBeVisible()
      await usable(page)
      await shot(page, 'auctions')
      expect(complaints).toEqual([])
    })

    test('savings are told by department', async ({ page }) => {
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/buyer/savings')
      await expect(row(page, 'Ambulance equipment')).toContainText('Ambulances')
      await expect(row(page, 'Linen of last quarter')).toBeVisible()
      await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'Ambulances' })
      await landed(page, /department=/)
      await expect(row(page, 'Ambulance equipment')).toBeVisible()
      await expect(row(page, 'Linen of last quarter')).toHaveCount(0)
      await usable(page)
      await shot(page, 'savings')
      expect(complaints).toEqual([])
    })
  })
}
