// What awards saved, on both desks and at both widths: against one baseline at a time, with where each figure comes from.
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, signIn, test, usable } from './people.mjs'

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]
const row = (page, name) => page.getByRole('row').filter({ hasText: name })

/** Takes the list as a workbook. */
const take = async (page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('savings.xlsx')
}

for (const [name, viewport] of sizes) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a buyer reads what awards saved, and what they did not', async ({ page }) => {
      test.slow()
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/buyer/savings')
      await heading(page, 'Savings')
      await usable(page)
      // Dearer than it was estimated: below zero, and no part of it hidden.
      await expect(row(page, 'Ambulance equipment')).toContainText('KES -184,000.00')
      await expect(row(page, 'Ambulance equipment')).toContainText('-4.18%')
      // What nobody estimated is none, and not zero.
      await expect(row(page, 'Linen of last quarter')).toContainText('nobody had estimated it')
      await follow(page, page.getByRole('link', { name: 'First offer', exact: true }))
      await landed(page, /baseline=before/)
      await expect(row(page, 'Linen of last quarter')).toContainText('KES 195,000.00')
      await expect(row(page, 'Vehicles of last quarter')).toContainText('KES 190,000.00')
      await expect(row(page, 'Ambulance equipment')).toContainText('nothing was negotiated')
      await usable(page)
      await page.getByRole('searchbox').fill('Linen')
      await landed(page, /search=Linen/)
      await expect(row(page, 'Ambulance equipment')).toHaveCount(0)
      await usable(page)

      // Where a figure comes from, and back.
      await follow(page, page.getByRole('link', { name: 'Linen of last quarter' }))
      await heading(page, 'Linen of last quarter')
      await expect(page.getByRole('heading', { name: 'Last paid' })).toBeVisible()
      await expect(
        page.getByRole('table', { name: 'Where it comes from: First offer' }),
      ).toContainText('KES 2,400,000.00')
      await usable(page)
      await page.goto('/buyer/savings?year=2019')
      await expect(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible()
      await usable(page)
      await page.getByRole('button', { name: 'Clear filters' }).first().click()
      await expect(row(page, 'Ambulance equipment')).toBeVisible()
      await take(page)
      expect(complaints).toEqual([])
    })

    test('the operator reads the savings of buyers, each currency by itself', async ({ page }) => {
      test.slow()
      const complaints = listen(page)
      await signIn(page, 'qed@zabuni.test', '/zabuni/savings')
      await heading(page, 'Savings')
      await usable(page)
      await follow(page, page.getByRole('link', { name: 'Last paid', exact: true }))
      await landed(page, /baseline=last_paid/)
      await usable(page)
      await follow(page, page.getByRole('link', { name: 'Awash Rail Corporation' }))
      await landed(page, /\/zabuni\/savings\/[0-9a-f-]+\/buyer\?baseline=last_paid/)
      // Bought again, and dearer.
      const again = row(page, 'Gloves and helmets, second lot')
      await expect(again).toContainText('ETB -13,600.00')
      await usable(page)
      await follow(page, page.getByRole('link', { name: 'Estimate', exact: true }))
      await expect(again).toContainText('nobody had estimated it')
      // What is sold saves by a higher price, and is added up by itself.
      await expect(row(page, 'Rails').filter({ hasText: 'Sold' })).toContainText('ETB 44,000.00')
      // Other journeys sell as well: what is searched for narrows the totals too.
      await page.getByRole('searchbox').fill('old siding')
      await landed(page, /search=old\+siding/)
      const totals = page.getByRole('table', { name: 'Totals against: Estimate' })
      await expect(totals.getByRole('row').filter({ hasText: 'Sold' })).toContainText('1 of 1')
      await usable(page)
      await take(page)
      expect(complaints).toEqual([])
    })
  })
}
