// The world of suppliers at both widths: found with an error of typing, looked at, and followed to whoever owns several.
import { heading } from './acts.mjs'
import { expect, follow, landed, listen, search, signIn, test, usable } from './people.mjs'

const sizes = [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
]
const row = (page, name) => page.getByRole('row').filter({ hasText: name })

for (const [name, viewport] of sizes) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a buyer finds a supplier and the ring that it belongs to', async ({ page }) => {
      test.slow()
      const complaints = listen(page)
      await signIn(page, 'buyer@zabuni.test', '/company/supplier_world/search/supplier')
      await heading(page, 'Suppliers')
      await usable(page)
      await search(page, 'kifaro constuction')
      await expect(row(page, 'Kifaru Construction')).toBeVisible()
      await search(page, 'etablissements mbaye')
      await expect(row(page, 'Établissements Mbaye et Frères')).toBeVisible()
      await search(page, 'ሀበሻ የህክምና')
      await expect(row(page, 'ሐበሻ የሕክምና ዕቃዎች አስመጪ')).toBeVisible()
      await search(page, '%_')
      await expect(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible()
      await usable(page)
      await search(page, 'kifaro construction')
      await follow(page, page.getByRole('link', { name: 'Kifaru Construction' }))
      await heading(page, 'Kifaru Construction')
      await usable(page)
      const owners = page.getByRole('table', { name: 'Directors and shareholders' })
      await expect(owners).toContainText('Njoroge Kimani')
      await expect(owners).toContainText('•••093')
      await expect(page.getByText('24418093')).toHaveCount(0)
      // Who left stands there with the day.
      await expect(page.getByRole('table', { name: 'Who has left' })).toContainText(
        'Achieng Odhiambo',
      )

      await follow(page, page.getByRole('link', { name: 'Ties to others' }))
      await landed(page, /director_shareholder\?supplier=/)
      await heading(page, 'Ties of Kifaru Construction')
      await expect(row(page, 'Same person').filter({ hasText: 'Sokoni Hardware' })).toContainText(
        '•••093',
      )
      await expect(row(page, 'Owns').first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'Drawing of these ties' })).toBeVisible()
      await usable(page)

      await page.goto('/company/supplier_world/search/director_shareholder')
      await heading(page, 'Directors and shareholders')
      await expect(page.getByText('Type a name or a number')).toBeVisible()
      await usable(page)
      // A number is found as a whole, and shown by its end.
      await search(page, '24418093')
      await expect(row(page, 'Njoroge Kimani')).toHaveCount(3)
      await search(page, '2441809')
      await expect(row(page, 'Njoroge Kimani')).toHaveCount(0)
      await search(page, 'odhiambo')
      await expect(row(page, 'Achieng Odhiambo')).toHaveCount(2)
      await usable(page)
      expect(complaints).toEqual([])
    })

    test('a supplier shows a paper to every buyer, and takes that back', async ({
      page,
      browser,
    }) => {
      const complaints = listen(page)
      await signIn(
        page,
        'buyer@zabuni.test',
        '/company/supplier_world/search/supplier?search=rift%20valley',
      )
      await follow(page, page.getByRole('link', { name: 'Rift Valley Logistics' }))
      await heading(page, 'Rift Valley Logistics')
      const papers = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Papers', exact: true }) })
      await expect(papers.getByText('Shown to every buyer')).toHaveCount(1)
      await expect(papers.getByRole('button', { name: /^Open/ })).toHaveCount(1)
      await usable(page)

      const context = await browser.newContext({ viewport })
      const own = await context.newPage()
      const theirs = listen(own)
      await signIn(own, 'supplier7@zabuni.test', '/update-profile?part=documents')
      const shown = own.getByRole('switch', { name: /Registration certificate/ })
      await expect(shown).toBeChecked()
      await usable(own)
      await shown.click() // it stands once the server has it
      await expect(
        own.getByText('Only buyers you have dealt with open it from now on.'),
      ).toBeVisible()
      await page.reload()
      await expect(papers.getByRole('listitem')).toHaveCount(3)
      await expect(papers.getByText('Shown to every buyer')).toHaveCount(0)
      await expect(papers.getByRole('button', { name: /^Open/ })).toHaveCount(0)
      await expect(shown).not.toBeChecked()
      await shown.click()
      await expect(own.getByText('Every buyer may open it from now on.')).toBeVisible()
      await page.reload()
      await expect(papers.getByText('Shown to every buyer')).toHaveCount(1)
      await context.close()
      expect([...complaints, ...theirs]).toEqual([])
    })
  })
}
