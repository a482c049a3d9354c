// What people agree to, and whom they turn to, are there before anybody signs in.
import { heading } from './acts.mjs'
import { expect, landed, listen, test, usable } from './people.mjs'

test('terms and privacy are public, in every language, and lead from every screen before sign-in', async ({
  page,
}) => {
  const complaints = listen(page)
  await page.goto('/login')
  const terms = page.getByRole('link', { name: 'Terms of Service' })
  await expect(terms).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacy',
  )
  for (const [language, heads] of Object.entries({
    en: ['Terms of Service', 'Privacy Policy'],
    am: ['የአገልግሎት ውሎች', 'የግላዊነት መመሪያ'],
    fr: ['Conditions d’utilisation', 'Politique de confidentialité'],
    pt: ['Termos de Serviço', 'Política de Privacidade'],
    sw: ['Masharti ya Huduma', 'Sera ya Faragha'],
  })) {
    await page.evaluate((l) => localStorage.setItem('zabuni.language', l), language)
    for (const [i, path] of ['/terms', '/privacy'].entries()) {
      await page.goto(path)
      await landed(page, path)
      await heading(page, heads[i])
      await expect(page.locator('main section')).toHaveCount(7)
    }
    await usable(page)
  }
  expect(complaints).toEqual([])
})

test('the helpdesk has a phone and an address, and registration leads to what is agreed to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await expect(page.getByRole('link', { name: '+254 700 000 900' })).toHaveAttribute(
    'href',
    'tel:+254700000900',
  )
  await expect(page.getByRole('link', { name: 'help@zabuni.test' })).toHaveAttribute(
    'href',
    'mailto:help@zabuni.test',
  )
  await usable(page)
})
